"use strict";
const copied = async text => {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {  // no secure context, or not allowed
    const area = document.createElement("textarea");
    area.value = text;
    document.body.append(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    return done;
  }
};
const textOf = details => {
  const rows = [...details.querySelector("table").rows].map(row =>
    [...row.cells].map(cell => cell.innerText.trim()).filter(Boolean).join("  "));
  return [details.querySelector("summary").innerText.trim(), ...rows, ""].join("\n");
};
for (const button of document.querySelectorAll("button.copy")) {
  button.hidden = false;
  button.addEventListener("click", async () => {
    const done = await copied(textOf(button.closest("details")));
    button.textContent = done ? "copied" : "cannot copy";
  });
}
const reveal = () => {
  const target = document.getElementById(location.hash.slice(1));
  for (let at = target?.closest("details"); at; at = at.parentElement.closest("details"))
    at.open = true;
  target?.scrollIntoView();
};
addEventListener("hashchange", reveal);
reveal();
