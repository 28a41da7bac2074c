// Phones: on the big screen the code to scan; on a phone one's own view with PIN, turn and a buzz.
import { h } from "../dom.js";
import { rooster } from "../draw/rooster.js";
import { hush, sound, unlock } from "../sound.js";
import { say } from "../words.js";
import { coachSwitch, deeds, question, refusal } from "./parts.js";
import { coach, faceOf, seatClass } from "./board.js";
import { tray } from "./tray.js";

const NAME = "cockadoodle-name";

export async function arrive(app) {
  app.own = { name: localStorage.getItem(NAME), pin: "" };
  const key = location.hash.slice(1); // whoever scanned the code at the table has brought the PIN along
  if (!key) return;
  history.replaceState(null, "", location.pathname);
  if (app.me.rights === "guest") await join(app, key);
}

export function view(app) {
  return app.me.rights === "host" ? invitation(app) : mine(app);
}

function invitation(app) {
  return h("div", { class: "desk phone-host" },
    h("h1", null, say("phone_title")),
    app.me.network
      ? [
          h("div", { class: "panel invite" },
            h("img", { class: "qr", src: "/qr.svg", alt: say("qr_alt", { address: app.me.address }), width: 300, height: 300 }),
            h("div", null,
              h("p", { class: "lead" }, say("phone_scan")),
              h("p", { class: "address" }, app.me.address),
              h("p", null, say("phone_pin")),
              h("p", { class: "pin-big" }, app.me.pin),
              h("p", { class: "row" }, h("button", { class: "plain", onclick: async () => { const me = await app.order("/api/pin"); if (me) { app.me = me; app.draw(); } } }, say("new_pin"))))),
          h("p", { class: "quiet" }, say("phone_safe")),
          h("p", null, h("button", { class: "plain", onclick: () => open(app, false) }, say("phone_close"))),
        ]
      : h("div", { class: "panel" },
          h("p", { class: "lead" }, say("phone_closed")),
          h("p", null, h("button", { class: "big", onclick: async () => (await app.sure(say("phone_open_sure"))) && open(app, true) }, say("phone_open")))),
    voices(app));
}

/** Let the network in, or this machine only. */
async function open(app, wanted) {
  if (!(await app.order("/api/network", { open: wanted }))) return;
  app.me = await app.ask("/api/me");
  app.draw();
}

/** Sound through this page, for tables without a speaker. */
function voices(app) {
  const toggle = async () => { if (sound.on) hush(); else await unlock(); app.draw(); };
  return h("p", { class: "row" },
    h("button", { "aria-pressed": String(sound.on), onclick: toggle }, say("sound_here")),
    h("button", { "aria-pressed": String(sound.speech), onclick: () => { sound.speech = !sound.speech; app.draw(); } }, say("speech_here")));
}

function mine(app) {
  const table = app.table;
  const { name } = app.own;
  if (!table.game) return h("div", { class: "empty" }, rooster("sleep"), h("h1", null, say("no_match")));
  if (!name || !table.players.includes(name)) return whoAmI(app);
  const turn = table.turn_of.includes(name);
  return h("div", { class: `desk mine ${seatClass(table, name)}` },
    h("h1", { class: turn ? "my-turn" : "" }, faceOf(table, name), turn ? say("your_turn", { name }) : table.turn_of.length ? say("not_yet", { name: table.turn_of[0] }) : name),
    h("p", { class: "next" }, table.next),
    h("p", { class: "my-score" }, h("strong", null, String(table.scores?.[name] ?? 0)), " ", app.panel().unitWord?.() ?? say("points")),
    app.me.rights !== "guest" && app.panel().secret?.(app, name),
    table.layout?.tray && h("section", { class: "panel tray", "aria-labelledby": "tray-title" }, tray(app)),
    turn && coach(app),
    app.me.rights === "guest" ? door(app) : [question(app), refusal(app), turn && deeds(app), turn && app.panel().call?.(app, name), buttons(app)],
    voices(app),
    h("p", { class: "row" }, h("a", { class: "button plain", href: "/table" }, say("menu_table")), h("button", { class: "plain", onclick: () => { localStorage.removeItem(NAME); app.keep({ name: null }); } }, say("someone_else"))));
}

function whoAmI(app) {
  const choose = (name) => { localStorage.setItem(NAME, name); app.keep({ name }); };
  return h("div", { class: "desk" },
    h("h1", null, say("who_are_you")),
    h("p", { class: "row" }, app.table.players.map((name) => h("button", { key: name, class: `chip ${seatClass(app.table, name)}`, onclick: () => choose(name) }, faceOf(app.table, name), name))),
    app.me.rights === "guest" && door(app));
}

function door(app) {
  const enter = (event) => {
    event.preventDefault();
    join(app, app.own.pin);
  };
  return h("form", { class: "panel door", onsubmit: enter },
    h("label", { for: "pin" }, say("enter_pin")),
    h("div", { class: "row" },
      h("input", { id: "pin", inputmode: "numeric", autocomplete: "off", maxlength: 6, pattern: "[0-9]{6}", required: true, value: app.own.pin, oninput: (event) => app.keep({ pin: event.target.value }) }),
      h("button", { class: "big" }, say("join"))));
}

export async function join(app, pin) {
  if (!(await app.order("/api/join", { pin }))) return;
  app.me = await app.ask("/api/me");
  app.keep({ pin: "" });
}

/** The table's buttons, in this hand. */
function buttons(app) {
  const { table } = app;
  const order = (name) => () => app.order(`/api/do/${name}`);
  return h("p", { class: "row my-buttons" },
    h("button", { class: "plain", onclick: order("undo") }, say("undo")),
    h("button", { class: "plain", "aria-pressed": String(Boolean(table.paused)), onclick: order(table.paused ? "resume" : "pause") }, say(table.paused ? "resume" : "pause")),
    coachSwitch(app));
}

/** A buzz when it becomes one's turn. */
export function changed(app, before) {
  const { name } = app.own;
  const now = app.table.turn_of?.includes(name);
  if (name && now && !before.turn_of?.includes(name) && app.table.turn_of.length === 1) navigator.vibrate?.([120, 60, 120]);
}
