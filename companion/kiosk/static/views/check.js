// Check-up: what is installed, wired and missing, with its cure; lamps, sound and voice to try.
import { h } from "../dom.js";
import { lampCase } from "../lamps.js";
import { say } from "../words.js";

const BUTTONS = ["green", "red", "blue", "yellow", "call:1", "call:2", "call:3", "call:4", "call:5", "call:6"];
const SIGNS = { good: "✓", note: "–", ill: "✕" };

export async function arrive(app) {
  app.own = { findings: null, pressed: [] };
  try {
    app.keep({ findings: await app.ask("/api/check") });
  } catch (error) {
    app.notice = { say: error.message, wrong: true };
    app.keep({ findings: [] });
  }
}

/** Here a button only shows that it works. */
export function pressed(app, button) {
  app.keep({ pressed: [...app.own.pressed, button] });
}

/** Each button gets its tick when it is pressed; during a match they belong to the game. */
function buttons(app) {
  if (app.me.rights !== "host" || (app.table.game && !app.table.winners)) return null;
  const name = (one) => (one.startsWith("call:") ? say("button_call", { seat: one.slice(5) }) : say(`button_${one}`));
  return h("div", { class: "panel" },
    h("p", null, say("press_each")),
    h("ul", { class: "row pressables" }, BUTTONS.map((one) => h("li", { key: one, class: app.own.pressed.includes(one) ? "pressed" : "" },
      h("span", { class: `cap cap-${one.split(":")[0]}`, "aria-hidden": "true" }), name(one), app.own.pressed.includes(one) && " ✓"))));
}

export function view(app) {
  const { findings } = app.own;
  const ill = findings?.filter((one) => one.state === "ill").length;
  const order = ["ill", "note", "good"];
  const sorted = [...(findings ?? [])].sort((a, b) => order.indexOf(a.state) - order.indexOf(b.state));
  const attempt = async (part) => { const answer = await app.order(`/api/try/${part}`); if (answer) { app.notice = answer; app.draw(); } };
  return h("div", { class: "desk" },
    h("h1", null, say("menu_check")),
    h("p", { class: "lead" }, findings === null ? say("looking") : ill ? say("to_cure", { number: ill }) : say("all_well")),
    app.me.rights === "host" && h("p", { class: "row" }, ["sound", "voice", "lamps"].map((part) => h("button", { key: part, onclick: () => attempt(part) }, say(`try_${part}`)))),
    lampCase(),
    buttons(app),
    h("ul", { class: "findings" }, sorted.map((one, i) => h("li", { key: i, class: `panel finding finding-${one.state}` },
      h("span", { class: "finding-sign", role: "img", "aria-label": say(`finding_${one.state}`) }, SIGNS[one.state]),
      h("span", { class: "label" }, one.part),
      h("span", null, one.say, one.fix && h("code", null, one.fix))))));
}
