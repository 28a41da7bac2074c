// What every table shows: the tray, dice laid aside, what a game's panel adds, the players, the chances.
import { h } from "../dom.js";
import { die } from "../draw/dice.js";
import { face, say } from "../words.js";

const GOLDEN = "golden-";
const COLOURS = 7;

/** The colour and shape that stand for a seat. */
export function seatClass(table, name) {
  return `seat-${(table.players.indexOf(name) % COLOURS) + 1}`;
}

function dieOf(piece) {
  const golden = piece.startsWith(GOLDEN);
  return { face: golden ? piece.slice(GOLDEN.length) : piece, golden };
}

/** Give every die a name that outlives a move: the n-th die of its face, those laid aside counted first. */
function named(pieces, counted) {
  return pieces.map((piece) => {
    counted[piece] = (counted[piece] ?? 0) + 1;
    return { ...dieOf(piece), name: `${piece}-${counted[piece]}` };
  });
}

function dice(table) {
  const counted = {};
  const aside = named(table.layout?.aside ?? [], counted);
  const booked = table.layout?.tray ?? [];
  const seen = (table.dice ?? []).map((one, index) => ({ ...one, index })).filter((one) => one.zone !== "aside");
  const pieces = booked.length ? booked : seen.map((one) => (one.golden ? GOLDEN : "") + one.face);
  const tray = named(pieces, counted);
  const left = [...seen];
  for (const one of tray) {
    const at = left.findIndex((other) => other.face === one.face && Boolean(other.golden) === one.golden);
    if (at >= 0) one.seen = left.splice(at, 1)[0];
    one.booked = booked.length > 0;
  }
  return { aside, tray };
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

export function tray(app) {
  const table = app.table;
  const may = keeps(table);
  const shown = dice(table).tray;
  if (!shown.length) {
    return h("p", { class: "tray-empty quiet" }, say(table.dice_due > 0 ? "tray_waits" : "tray_empty"));
  }
  const choosing = may.size > 0;
  const rows = shown.length > 4 ? 2 : 1;
  return h("ul", { class: `dice rows-${rows}`, style: { "--columns": Math.ceil(shown.length / rows) } }, shown.map((one) => {
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

export function aside(app, table = app.table) {
  const laid = dice(table).aside;
  return h("div", { class: "aside" },
    h("h3", { class: "label" }, say("aside"), app.panel(table.game).asideNote?.(table, laid)),
    h("ul", { class: "dice small", style: { "--columns": Math.max(5, laid.length) } }, laid.map((one) =>
      h("li", { key: one.name, flip: one.name, class: "die" },
        h("span", { class: "die-button", role: "img", "aria-label": face(one.face) }, die(one.face, one.golden))))));
}

/** What else lies on the table, as the game's panel draws it. */
export function pieces(app, table = app.table) {
  return app.panel(table.game).pieces?.draw(table, app.games.find((game) => game.name === table.game));
}

/** What is counted, beside a number. */
export function unit(app, table = app.table) {
  return app.panel(table.game).unit?.() ?? h("span", null, say("points"));
}

export function seats(app, table = app.table) {
  const panel = app.panel(table.game);
  const game = app.games.find((one) => one.name === table.game);
  return h("ul", { class: "seats" }, table.players.map((name) => {
    const turn = table.turn_of.includes(name);
    return h("li", { key: name, class: `seat ${seatClass(table, name)} ${turn ? "seat-turn" : ""}`, "aria-current": turn ? "true" : null },
      h("div", { class: "seat-text" },
        h("h3", null, name),
        h("p", { class: "seat-score" }, h("strong", null, String(table.scores?.[name] ?? 0)), unit(app, table)),
        h("p", { class: "quiet seat-more" }, panel.seat?.more?.(table, name))),
      panel.seat?.holds?.(table, name, game));
  }));
}

/** The chances, for those who asked for a coach. */
export function coach(app) {
  const { table } = app;
  const hint = table.coach;
  if (!table.coached?.includes(table.turn_of?.[0])) return null;
  const same = (choice) => Object.entries(hint.best ?? {}).every(([key, value]) => String(choice[key]) === String(value)); // several dice are a list
  const panel = app.panel();
  const value = panel.value ?? ((choice) => choice.expected ?? 0);
  const worth = panel.worth ?? ((choice) => value(choice).toFixed(0));
  const name = (choice) => choice.roll ? say("roll_on") : table.legal?.find(({ action }) => Object.entries(action).every(([key, value]) => key === "count" || String(choice[key]) === String(value)))?.line ?? (choice.keep ? face(choice.keep) : say("stop_now"));
  return h("div", { class: "coach", "aria-live": "polite" },
    h("p", { class: "label" }, say("coach")),
    hint
      ? h("ul", null, [...hint.choices].sort((a, b) => value(b) - value(a)).slice(0, 4).map((choice, i) =>
          h("li", { key: i, class: same(choice) ? "coach-best" : "" }, same(choice) ? "★ " : "", name(choice), " ",
            h("span", { class: "quiet" }, worth(choice)))))
      : h("p", { class: "quiet" }, say("coach_silent")));
}

/** Without a camera the faces are tapped; anybody may also let the page roll. */
export function rollByHand(app) {
  const table = app.table;
  const due = table.dice_due ?? 0;
  const faces = app.games.find((game) => game.name === table.game)?.faces ?? [];
  if (!due || table.paused || app.me.rights === "guest") return null;
  if (table.machine?.state !== "BLIND" && !app.own.byHand) {
    return h("p", { class: "by-hand" }, h("button", { class: "plain", onclick: () => app.keep({ byHand: true, tapped: [] }) }, say("enter_by_hand")));
  }
  const tapped = app.own.tapped ?? [];
  const plain = due - Number(table.golden_due ?? false); // the golden die is tapped last
  const send = (shown) => {
    app.keep({ tapped: [] });
    app.act(due > plain ? { roll: shown.slice(0, plain), golden: shown[plain] } : { roll: shown });
  };
  const last = due > plain && tapped.length === plain;
  const tap = (one) => {
    if (tapped.length + 1 < due) app.keep({ tapped: [...tapped, one] });
    else send([...tapped, one]);
  };
  return h("div", { class: "by-hand", role: "group", "aria-label": say("enter_by_hand") },
    h("p", null, last ? say("tap_golden") : say("tap_faces", { left: due - tapped.length })),
    h("div", { class: "faces" }, faces.map((one) =>
      h("button", { class: "face", "aria-label": face(one), onclick: () => tap(one) }, die(one, last)))),
    h("ul", { class: "dice tiny", "aria-label": say("tapped") }, tapped.map((one, i) => h("li", { key: i, class: "die" }, die(one)))),
    h("p", { class: "row" },
      tapped.length > 0 && h("button", { class: "plain", onclick: () => app.keep({ tapped: tapped.slice(0, -1) }) }, say("take_back")),
      h("button", { class: "plain", onclick: () => send(thrown(faces, due)) }, say("page_rolls"))));
}

function thrown(faces, due) {
  return [...crypto.getRandomValues(new Uint32Array(due))].map((number) => faces[number % faces.length]);
}
