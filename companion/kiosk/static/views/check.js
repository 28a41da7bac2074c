// Check-up: what is installed, wired and missing, with its cure; lamps, sound and voice to try.
import { h } from "../dom.js";
import { lampCase } from "../lamps.js";
import { say } from "../words.js";

const SIGNS = { good: "✓", note: "–", ill: "✕" };

export async function arrive(app) {
  app.own = { findings: null };
  try {
    app.keep({ findings: await app.ask("/api/check") });
  } catch (error) {
    app.notice = { say: error.message };
    app.keep({ findings: [] });
  }
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
    h("ul", { class: "findings" }, sorted.map((one, i) => h("li", { key: i, class: `panel finding finding-${one.state}` },
      h("span", { class: "finding-sign", role: "img", "aria-label": say(`finding_${one.state}`) }, SIGNS[one.state]),
      h("span", { class: "label" }, one.part),
      h("span", null, one.say, one.fix && h("code", null, one.fix))))));
}
