// The tray: the dice in it, which of them may be kept, and the faces tapped where no camera reads them.
import { h } from "../dom.js";
import { die } from "../draw/dice.js";
import { face, say } from "../words.js";
import { lying } from "./board.js";

/** What is in the tray has always the same room: dice, or the faces to tap in their place. */
export function tray(app) {
  const may = keeps(app.table);
  const entering = byHand(app, may);
  return [
    h("div", { class: "tray-head" },
      h("h2", { id: "tray-title", class: entering ? "unseen" : "label" }, say("tray")),
      entering ? [h("p", { class: "tray-due" }, due(app)), leave(app)] : offered(app)),
    entering ? entry(app) : dice(app, may),
  ];
}

/** The die that is laid aside beyond those that already are, where it is a single one. */
function oneMore(wanted, laid) {
  const more = [...wanted];
  for (const face of laid) {
    const at = more.indexOf(face);
    if (at < 0) return null;
    more.splice(at, 1);
  }
  return more.length === 1 ? more[0] : null;
}

function keeps(table) {
  const found = new Map();
  for (const { action, line } of table.legal ?? []) {
    const die = Array.isArray(action.keep) ? oneMore(action.keep, table.state.laid ?? []) : action.keep;
    if (die) found.set(die, { action, line });
  }
  return found;
}

function dice(app, may) {
  const table = app.table;
  const shown = lying(table).tray;
  if (!shown.length) {
    return h("p", { key: "empty", class: "tray-empty quiet" }, say(table.dice_due > 0 ? "tray_waits" : "tray_empty"));
  }
  const choosing = may.size > 0;
  const rows = shown.length > 4 ? 2 : 1;
  return h("ul", { key: "dice", class: `dice rows-${rows}`, style: { "--count": Math.max(4, shown.length), "--columns": Math.ceil(shown.length / rows) } }, shown.map((one) => {
    const offer = choosing && may.get(one.face);
    const unsure = one.seen && (one.seen.sureness < 0.9 || one.seen.cocked);
    const mark = unsure ? "unsure" : offer ? "may" : choosing && one.booked && !table.state.laid ? "not" : "";
    const art = [die(one.face, one.golden), badge(mark)];
    const label = [say("die_shows", { face: face(one.face) }), mark && say(`die_${mark}`)].filter(Boolean).join(", ");
    return h("li", { key: one.name, flip: one.name, class: `die ${mark && `die-${mark}`}` },
      offer && app.me.rights !== "guest"
        ? h("button", { class: "die-button", "aria-label": `${label}: ${offer.line}`, onclick: () => app.act(offer.action) }, art)
        : h("span", { class: "die-button", role: "img", "aria-label": label }, art));
  }));
}

/** Never colour alone: a tick, a cross or a question mark. */
function badge(mark) {
  const signs = { may: "M5 13 l5 5 L19 7", not: "M6 6 L18 18 M18 6 L6 18", unsure: "M8 9 q0-4 4-4 t4 4 q0 3-4 4 v2 M12 19 v.1" };
  return signs[mark] && h("svg", { viewBox: "0 0 24 24", class: "badge", "aria-hidden": "true" },
    h("path", { d: signs[mark], fill: "none", stroke: "currentColor", "stroke-width": 3.5, "stroke-linecap": "round", "stroke-linejoin": "round" }));
}

const dueNow = (table) => table.dice_due ?? 0;
const plainDice = (table) => dueNow(table) - Number(table.golden_due ?? false); // the golden die is tapped last

/** Whether faces are tapped now: without a camera, or where somebody wants it; dice that may be kept come first. */
function byHand(app, may) {
  const table = app.table;
  if (!dueNow(table) || table.paused || table.question || app.me.rights === "guest") return false;
  return may.size ? Boolean(app.own.entering) : Boolean(app.own.byHand) || table.machine?.state === "BLIND";
}

function offered(app) {
  const table = app.table;
  if (!dueNow(table) || table.paused || app.me.rights === "guest") return null;
  return h("p", { class: "by-hand" }, h("button", { class: "plain", onclick: () => app.keep({ byHand: true, entering: true, tapped: [] }) }, say("enter_by_hand")));
}

function leave(app) {
  if (app.table.machine?.state === "BLIND") return null;
  return h("button", { class: "plain", "aria-label": say("camera_reads"), onclick: () => app.keep({ byHand: false, entering: false, tapped: [] }) }, "✕");
}

function due(app) {
  const tapped = app.own.tapped ?? [];
  return onlyGolden(app.table, tapped) ? say("tap_golden") : say("tap_faces", { left: dueNow(app.table) - tapped.length });
}

function onlyGolden(table, tapped) {
  return dueNow(table) > plainDice(table) && tapped.length === plainDice(table);
}

/** The faces to tap; anybody may also let the page roll. */
function entry(app) {
  const table = app.table;
  const faces = app.games.find((game) => game.name === table.game)?.faces ?? [];
  const tapped = app.own.tapped ?? [];
  const golden = onlyGolden(table, tapped);
  const send = (shown) => {
    app.keep({ tapped: [], entering: false });
    const plain = plainDice(table);
    app.act(dueNow(table) > plain ? { roll: shown.slice(0, plain), golden: shown[plain] } : { roll: shown });
  };
  const tap = (one) => (tapped.length + 1 < dueNow(table) ? app.keep({ tapped: [...tapped, one] }) : send([...tapped, one]));
  return h("div", { key: "by-hand", class: "by-hand", role: "group", "aria-label": say("enter_by_hand") },
    h("div", { class: "faces" }, faces.map((one) =>
      h("button", { class: "face", "aria-label": face(one), onclick: () => tap(one) }, die(one, golden)))),
    h("div", { class: "tapping" },
      h("ul", { class: "dice tiny", "aria-label": say("tapped") }, tapped.map((one, i) => h("li", { key: i, class: "die" }, die(one)))),
      h("button", { class: "plain", "aria-label": say("take_back"), disabled: !tapped.length, onclick: () => app.keep({ tapped: tapped.slice(0, -1) }) }, "⌫")),
    h("button", { class: "plain", onclick: () => send(thrown(faces, dueNow(table))) }, say("page_rolls")));
}

function thrown(faces, count) {
  return [...crypto.getRandomValues(new Uint32Array(count))].map((number) => faces[number % faces.length]);
}
