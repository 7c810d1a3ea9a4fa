"""The style sheet of the HTML report."""

from __future__ import annotations

STYLE = """
:root {
  --ink: #1d2129; --quiet: #6b7280; --paper: #ffffff; --panel: #f6f7f9; --line: #e3e6ea;
  --alarm: #b42318; --here: #fdeceb; --accent: #1f5fbf; --sure: #0f6b3d; --doubt: #8a5a00;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ink: #e4e7eb; --quiet: #98a1ad; --paper: #14171c; --panel: #1c2027; --line: #2d333c;
    --alarm: #ff8a80; --here: #3a2226; --accent: #8ab4f8; --sure: #7fd6a4; --doubt: #e8bd6d;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; background: var(--paper); color: var(--ink);
  font: 15px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif;
}
main { max-width: 68rem; margin: 0 auto; padding: 2.5rem 1.5rem 4rem; }
h1 { font-size: 1.45rem; line-height: 1.3; color: var(--alarm); margin: 0 0 1.2rem; }
h2 { font-size: 1rem; margin: 1.6rem 0 .4rem; }
h1, p, li, td, summary { overflow-wrap: anywhere; }
ul { margin: 0; padding-left: 1.2rem; }
code, .source, .stack {
  font: 13px/1.6 ui-monospace, "SF Mono", "DejaVu Sans Mono", Menlo, Consolas, monospace;
}
code { background: var(--panel); padding: .1em .35em; border-radius: 4px; }
.quiet, h2 .quiet { color: var(--quiet); font-weight: normal; }
.cause { font-size: 1.1rem; margin: 0; }
.confidence {
  font-size: .78rem; padding: .1rem .5rem; border-radius: 1rem; border: 1px solid currentColor;
  vertical-align: .1em; margin: 0 .3rem; color: var(--doubt);
}
.confidence.certain { color: var(--sure); }
.place { margin: 1.2rem 0 .4rem; }
.scroll { overflow-x: auto; background: var(--panel); border: 1px solid var(--line);
  border-radius: 8px; }
table { border-collapse: collapse; }
.source { width: 100%; margin: .4rem 0; }
.source td { white-space: pre; padding: 0 .8rem; overflow-wrap: normal; }
.source td:first-child { color: var(--quiet); text-align: right; width: 1%; user-select: none; }
.source .here td { background: var(--here); font-weight: 600; }
.source u { text-decoration-color: var(--alarm); text-decoration-thickness: 2px;
  text-underline-offset: 3px; }
.source .here td:first-child { color: var(--alarm); box-shadow: inset 3px 0 var(--alarm); }
.stack { width: 100%; margin: .3rem 0; }
.stack td { padding: .12rem .8rem; vertical-align: top; white-space: nowrap;
  max-width: 34rem; overflow: hidden; text-overflow: ellipsis; }
.stack td:first-child { color: var(--quiet); width: 1%; }
.stack td:last-child { width: 60%; }
.stack .mine td { font-weight: 600; }
.stack .mine td:first-child { box-shadow: inset 3px 0 var(--accent); color: var(--accent); }
.stack .locals td, .stack .note td { color: var(--quiet); white-space: normal; }
.stack .locals b { color: var(--ink); font-weight: normal; }
details { margin: .5rem 0; }
summary { cursor: pointer; padding: .2rem 0; }
summary .cause { display: inline; font-size: 1rem; }
.child { border-left: 3px solid var(--line); padding-left: 1rem; }
.child h1 { font-size: 1.1rem; margin-top: .8rem; }
.state {
  font-size: .78rem; color: var(--quiet); border: 1px solid var(--line); border-radius: 1rem;
  padding: .05rem .5rem; margin-left: .3rem;
}
.crashed > summary .state:first-of-type { color: var(--alarm); border-color: currentColor; }
abbr { text-decoration: none; cursor: help; color: var(--doubt); }
.drawing { display: block; width: 100%; max-width: 44rem; margin: 1.2rem auto; }
.drawing text { font: 13px ui-monospace, "SF Mono", "DejaVu Sans Mono", Menlo, monospace;
  fill: var(--ink); }
.drawing rect { fill: var(--panel); stroke: var(--line); stroke-width: 1.5; }
.drawing .who rect { stroke: var(--accent); }
.drawing .what rect { stroke: var(--quiet); }
.drawing .who text, .drawing .what text { text-anchor: middle; }
.drawing .who text { font-weight: 600; }
.drawing .waiting text, .drawing .held text { font-size: 12px; fill: var(--quiet); }
.drawing .line { stroke: var(--quiet); stroke-width: 1.5; fill: none; }
.drawing .head { fill: var(--quiet); }
.drawing .waiting .line { stroke: var(--alarm); stroke-dasharray: 5 4; }
.drawing .waiting .head { fill: var(--alarm); }
.waits { width: 100%; margin: .4rem 0; }
.waits td { padding: .25rem .8rem; vertical-align: top; }
.waits td:first-child { font-weight: 600; white-space: nowrap; }
.waits code { padding: 0 .25em; border: 1px solid var(--line); }
.doing { margin: .1rem 0 .3rem; color: var(--quiet); }
.stack.tasks td:last-child { width: auto; }
.stack.tasks td:first-child { width: 30%; }
footer { margin-top: 2.5rem; padding-top: .8rem; border-top: 1px solid var(--line);
  color: var(--quiet); font-size: .87rem; }
@media print { main { max-width: none; padding: 0; } .scroll { overflow: visible; } }
"""
