// What every game's table shows: questions, refusals, differences, deeds to touch, tools, the winners.
import { h } from "../dom.js";
import { rooster } from "../draw/rooster.js";
import { say } from "../words.js";

// Deeds that are touched elsewhere: on a die, on a card, at a seat.
const HANDS = ["keep", "roll", "pick", "return", "call", "deal", "final_discard", "box", "skip", "let_go", "add_player"];
const MOST_WAYS = 8; // to lay several dice aside, as buttons

/** Whether a deed is done on the table itself, or touched elsewhere on the page. */
export const byHand = (action) => HANDS.some((deed) => deed in action);

export function refusal(app) {
  const refused = app.table.refusal;
  if (!refused) return null;
  return h("div", { key: "refusal", class: "refusal", role: "alert" },
    crop(app, refused.box),
    h("div", null,
      h("p", { class: "refusal-say" }, cross, refused.say),
      refused.fix && !refused.say.includes(refused.fix) && h("p", null, refused.fix),
      h("p", { class: "quiet" }, refused.rule),
      asISay(app)));
}

/** Whatever the referee makes of it: one touch brings it and the table together again. */
function asISay(app) {
  if (app.me.rights === "guest") return null;
  return h("p", { class: "row" }, h("button", { class: "plain", onclick: () => app.order("/api/do/as-i-say") }, say("as_i_say")));
}

const cross = h("svg", { viewBox: "0 0 24 24", class: "sign", "aria-hidden": "true" },
  h("circle", { cx: 12, cy: 12, r: 11, fill: "currentColor" }),
  h("path", { d: "M8 8 L16 16 M16 8 L8 16", stroke: "#fff", "stroke-width": 3, "stroke-linecap": "round" }));

/** The camera's picture of the wrong spot, with some table around it. */
function crop(app, box) {
  if (!box || !app.me.picture) return null;
  const [x, y, width, height] = box;
  const edge = Math.max(width, height) * 0.4;
  const part = [x - edge, y - edge, width + 2 * edge, height + 2 * edge].map((value) => Math.max(0, Math.round(value)));
  const query = ["x", "y", "w", "h"].map((key, i) => `${key}=${part[i]}`).join("&");
  return h("img", { class: "crop", alt: say("wrong_spot"), src: `/still.jpg?${query}` });
}

export function question(app) {
  const asked = app.table.question;
  if (!asked) return null;
  return h("div", { key: "question", class: "question", role: "group", "aria-labelledby": "asked" },
    asked.picture ? h("img", { class: "crop crop-asked", src: asked.picture, alt: say("asked_picture") }) : rooster("tilt"),
    h("div", null,
      asked.default && h("p", { class: "quiet" }, app.table.next),
      h("p", { id: "asked", class: "next" }, asked.line),
      h("p", { class: "row" }, asked.choices.map((choice) =>
        h("button", { key: choice.value, class: choice.value === asked.default ? "plain" : "big", disabled: app.me.rights === "guest", onclick: () => app.order("/api/do/answer", { choice: choice.value }) }, choice.value === asked.default ? say("or_play_on", { choice: choice.line }) : choice.line))),
      asked.key?.startsWith("Which") && asISay(app)));
}

export function difference(table) {
  if (!table.differences?.length || table.refusal || table.question) return null;
  return h("ul", { key: "differences", class: "differences" }, table.differences.map((line) => h("li", { key: line }, line)));
}

/** Deeds that looks cannot decide are buttons; keeps are the dice themselves. */
export function deeds(app) {
  const table = app.table;
  const several = (table.legal ?? []).filter(({ action }) => Array.isArray(action.keep));
  const few = several.length <= MOST_WAYS && !table.refusal && !table.differences?.length; // more than these are laid aside by hand
  const shown = (table.legal ?? []).filter(({ action }) => (few && several.some((one) => one.action === action)) || !byHand(action));
  if (!shown.length || app.me.rights === "guest" || table.paused || table.question) return null;
  return h("div", { key: "deeds", class: `row deeds ${shown.length > 3 ? "deeds-many" : ""}` }, shown.slice(0, 16).map(({ action, line, doubt }) =>
    h("button", { key: JSON.stringify(action), class: doubt ? "plain" : "big",
      onclick: async () => (!doubt || (await app.sure(doubt))) && app.act(action, action.player) }, line)));
}

export function tools(app) {
  const table = app.table;
  if (app.me.rights === "guest") return h("p", { class: "row tools" }, h("a", { class: "button plain", href: "/phone" }, say("join_to_play")));
  const order = (name) => () => app.order(`/api/do/${name}`);
  return h("div", { class: "row tools" },
    h("button", { class: "plain", onclick: order("undo") }, say("undo")),
    table.layout?.tray && !app.me.touch && h("a", { class: "button plain", href: "/correct" }, say("correct")),
    h("button", { class: "plain pausing", "aria-pressed": String(Boolean(table.paused)), onclick: order(table.paused ? "resume" : "pause") }, say(table.paused ? "resume" : "pause")),
    table.layout?.tray && coachSwitch(app),
    h("button", { class: "plain", onclick: order("skip") }, say("skip_player")),
    h("button", { class: "plain danger", onclick: async () => (await app.sure(say("end_sure"))) && (await app.order("/api/do/end")) && app.go("/") }, say("end_match")));
}

/** Somebody sits down between two turns, or has to go. */
export function comeAndGo(app) {
  if (app.me.rights === "guest") return null;
  const name = (app.own.newcomer ?? "").trim();
  const sit = async (event) => {
    event.preventDefault();
    if (name && (await app.order("/api/do/add", { name }))) app.keep({ newcomer: "" });
  };
  return h("details", { key: "come-and-go", class: "come-and-go" },
    h("summary", null, say("come_and_go")),
    h("form", { class: "row", onsubmit: sit },
      h("label", { for: "newcomer", class: "unseen" }, say("add_name")),
      h("input", { id: "newcomer", maxlength: 20, placeholder: say("add_name"), value: app.own.newcomer ?? "", oninput: (event) => app.keep({ newcomer: event.target.value }) }),
      h("button", { disabled: !name }, say("add")),
      app.table.layout?.tray && app.table.players.map((one) => {
        const robot = app.table.robots?.includes(one) ?? false;
        return h("button", { key: `robot ${one}`, type: "button", class: "plain", "aria-pressed": String(robot), onclick: () => app.order("/api/do/robot", { name: one, wanted: !robot }) }, say("robot_plays", { name: one }));
      }),
      app.table.players.map((one) => h("button", { key: one, type: "button", class: "plain", onclick: async () => (await app.sure(say("leaves_sure", { name: one }))) && app.order("/api/do/let-go", { name: one }) }, say("leaves", { name: one })))));
}

/** The coach is silent until the player whose turn it is asks for him. */
export function coachSwitch(app) {
  const name = app.table.turn_of?.[0];
  if (!name) return null;
  const coached = app.table.coached?.includes(name) ?? false;
  return h("button", { class: "plain", "aria-pressed": String(coached), title: say("coach_for", { name }), onclick: () => app.order("/api/do/coach", { name, wanted: !coached }) }, say("coach"));
}
