// What surrounds every view: the head with the machine's lamp, the menu, the voice for screen readers.
import { crowing } from "./call.js";
import { h } from "./dom.js";
import { rooster } from "./draw/rooster.js";
import { help, helpButton } from "./help.js";
import { say } from "./words.js";
import { question } from "./views/parts.js";

const MOODS = { EMPTY: "stand", MOVING: "look", HAND: "look", STABLE: "stand", UNSURE: "tilt", BLIND: "sleep" };

const PLACES = [
  ["/table", "menu_table"],
  ["/", "menu_home"],
  ["/correct", "menu_correct"],
  ["/history", "menu_history"],
  ["/leaderboard", "menu_leaderboard"],
  ["/phone", "menu_phone"],
  ["/sets", "menu_sets"],
  ["/teach", "menu_teach"],
  ["/mount", "menu_mount"],
  ["/camera", "menu_camera"],
  ["/settings", "menu_settings"],
  ["/check", "menu_check"],
];

export function frame(app) {
  if (app.wall) return bigScreen(app);
  return [
    h("a", { key: "skip", class: "skip", href: "#main" }, say("skip")),
    head(app),
    app.menu && menu(app),
    h("main", { key: "main", id: "main", tabindex: -1, class: `view view-${app.path.split("/")[1] || "home"}` }, app.view.view(app)),
    asked(app),
    app.notice && notice(app),
    help(app),
    app.tour?.tour(app),
    app.doubt && doubt(app.doubt),
    crowing(app),
    h("div", { key: "live", class: "unseen", "aria-live": "polite", role: "status" }, app.news?.line ?? ""),
  ];
}

/** Nothing to press: any touch brings the controls back. */
function bigScreen(app) {
  return [
    h("main", { key: "main", id: "main", tabindex: -1, class: "view view-wall", onclick: () => app.leaveWall() }, app.view.view(app)),
    crowing(app),
    h("div", { key: "live", class: "unseen", "aria-live": "polite", role: "status" }, app.news?.line ?? ""),
  ];
}

function head(app) {
  const table = app.table;
  const machine = table.machine;
  return h("header", { key: "head", class: "head" },
    h("a", { class: "head-home", href: "/", "aria-label": say("menu_home") }, rooster(machine ? MOODS[machine.state] : "stand")),
    h("p", { class: "head-title" },
      h("strong", null, table.title ?? "Cockadoodle"),
      table.turn != null && h("span", { class: "quiet" }, ` · ${say("turn_number", { number: table.turn })}`)),
    app.me.demo && table.game && h("a", { class: "badge-demo", href: "/" }, h("strong", null, say("demo")), h("span", { class: "badge-more" }, `: ${say("demo_robots")}`)),
    machine && (!app.me.touch || !app.online) && lamp(machine, app.online),
    app.me.network && app.me.pin && h("a", { class: "pin", href: "/phone" }, `${say("pin")} `, h("strong", null, app.me.pin)),
    helpButton(app),
    app.path === "/table" && table.game && h("a", { class: "round button big-screen", href: "/table?wall", "aria-label": say("big_screen"), title: say("big_screen") },
      h("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" },
        h("path", { d: "M3 5 H21 V16 H3 Z M8 20 H16 M12 16 V20", stroke: "currentColor", "stroke-width": 2.2, "stroke-linejoin": "round", "stroke-linecap": "round", fill: "none" }))),
    h("button", { id: "menu-button", class: "round", "aria-expanded": String(app.menu), "aria-label": say("menu"),
      onclick: () => { app.menu = !app.menu; app.draw(); } },
      h("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" },
        h("path", { d: app.menu ? "M5 5 L19 19 M19 5 L5 19" : "M4 6 H20 M4 12 H20 M4 18 H20", stroke: "currentColor", "stroke-width": 2.5, "stroke-linecap": "round" }))));
}

/** One lamp with a word: never colour alone. */
function lamp(machine, online) {
  const state = online ? machine.state : "LOST";
  const sure = machine.sureness;
  return h("p", { class: `lamp lamp-${state.toLowerCase()}` },
    h("span", { class: "lamp-light", "aria-hidden": "true" }),
    h("span", null, say(`state_${state.toLowerCase()}`)),
    online && sure != null && h("span", { class: "quiet lamp-sure" }, `${Math.round(sure * 100)} %`));
}

function menu(app) {
  const here = app.path;
  return h("nav", { key: "menu", id: "menu", class: "menu", "aria-label": say("menu") },
    h("ul", null, PLACES.map(([path, word]) =>
      h("li", { key: path }, h("a", { href: path, "aria-current": here === path ? "page" : null }, say(word))))),
    h("div", { class: "menu-languages", role: "group", "aria-label": say("language") }, Object.entries(app.languages).map(([language, name]) =>
      h("button", { key: language, lang: language, "aria-pressed": String(language === app.language),
        onclick: async () => { if (await app.order("/api/language", { language })) location.reload(); } },
        name))));
}

/** A question is seen on every page; table and phone show it in their own place, and whoever corrects a die answers it so. */
function asked(app) {
  const place = app.path.split("/")[1];
  if (!app.table.question || (app.table.game && ["table", "phone", "correct"].includes(place))) return null;
  return h("div", { key: "asked", class: "notice asked" }, question(app));
}

/** Something would be lost: asked once, where everything on the page and the table's own buttons can answer. */
function doubt(asked) {
  return h("div", { key: "doubt", class: "doubt", role: "alertdialog", "aria-modal": "true", "aria-labelledby": "doubt-say" },
    h("div", { class: "panel" },
      h("p", { id: "doubt-say", class: "lead" }, asked.say),
      h("div", { class: "row" },
        h("button", { id: "doubt-no", class: "big", onclick: () => asked.answer(false) }, say("sure_no")),
        h("button", { class: "plain danger", onclick: () => asked.answer(true) }, say("sure_yes")))));
}

function notice(app) {
  return h("div", { key: "notice", class: `notice ${app.notice.wrong ? "notice-wrong" : ""}`, role: app.notice.wrong ? "alert" : "status" },
    h("p", null, h("strong", null, app.notice.say), app.notice.fix ? ` ${app.notice.fix}` : ""),
    h("button", { onclick: () => { app.notice = null; app.draw(); } }, say("understood")));
}
