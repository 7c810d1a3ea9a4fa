// The test client of VS Code's debug adapters: does what PLAN says, and tells what it gets, for
// test_debug_editors.py.
const fs = require("fs");
const path = require("path");
const { DebugClient } = require("@vscode/debugadapter-testsupport");

const waiting = { stopped: [], terminated: [] };
let client, file, breakpoints = {}, frames, thread;

async function next(event) {
  for (let tries = 0; tries < 2000; tries++) {
    if (waiting[event].length) return waiting[event].shift().body;
    await new Promise((done) => setTimeout(done, 10));
  }
  throw new Error(`no ${event}`);
}

const ops = {
  open(name) { file = name; },
  break(name, line, condition) {
    (breakpoints[name] ??= []).push({ line, condition: condition ?? undefined });
  },
  clear() { breakpoints = {}; },
  async begin(more) {
    client = new DebugClient("sh", process.env.RECIPE, "atfault");
    client.defaultTimeout = 20000;
    for (const event in waiting) client.on(event, (told) => waiting[event].push(told));
    await client.start();
    const ready = client.waitForEvent("initialized");
    const launched = client.launch({ program: file, ...more });
    await ready;
    for (const name in breakpoints) {
      await client.setBreakpointsRequest({ source: { path: name }, breakpoints: breakpoints[name] });
    }
    await client.setExceptionBreakpointsRequest({ filters: ["uncaught"] });
    await client.configurationDoneRequest();
    await launched;
  },
  async stopped() {
    thread = { threadId: (await next("stopped")).threadId };
    frames = (await client.stackTraceRequest(thread)).body.stackFrames;
    return frames.map((one) => `${one.name} ${path.basename(one.source.path)}:${one.line}`);
  },
  async variables() {
    const scope = (await client.scopesRequest({ frameId: frames[0].id })).body.scopes[0];
    const told = await client.variablesRequest({ variablesReference: scope.variablesReference });
    return Object.fromEntries(told.body.variables.map((one) => [one.name, one.value]));
  },
  async evaluate(expression) {
    const asked = { expression, frameId: frames[0].id, context: "repl" };
    return (await client.evaluateRequest(asked)).body.result;
  },
  async failure() { return (await client.exceptionInfoRequest(thread)).body.description; },
  async into() { await client.stepInRequest(thread); },
  async over() { await client.nextRequest(thread); },
  async out() { await client.stepOutRequest(thread); },
  async on() { await client.continueRequest(thread); },
  async finish() { await client.terminateRequest({}); },
  async ended() {
    await next("terminated");
    await client.stop();
  },
  said() { return []; },
};

(async () => {
  for (const [name, ...rest] of JSON.parse(process.env.PLAN)) {
    const answer = (await ops[name](...rest)) ?? null;
    fs.appendFileSync(process.env.TOLD, JSON.stringify([name, answer]) + "\n");
  }
})().catch((error) => { console.error(error); process.exit(1); });
