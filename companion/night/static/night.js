// The page of a game night: keeps what is known, shows the view the address names, passes on what the host says.
import { h, show } from "./dom.js";
import { rooster } from "./draw/rooster.js";
import { ask, listen, order } from "./feed.js";
import { learn, say } from "./words.js";
import * as wall from "./night/wall.js";

const boot = JSON.parse(document.getElementById("boot").textContent);
learn(boot.words);
// The night has a look of its own beside the table's.
const style = document.createElement("link");
style.rel = "stylesheet";
style.href = new URL("./night/night.css", import.meta.url).href;
await new Promise((done) => { style.onload = style.onerror = done; document.head.append(style); });

const VIEWS = {
  "": async () => wall,
  draw: () => import("./night/draw.js"),
  leaderboard: () => import("./night/leaderboard.js"),
  tables: () => import("./night/tables.js"),
  people: () => import("./night/people.js"),
};
const PLACES = [["/", "menu_wall"], ["/draw", "menu_draw"], ["/leaderboard", "menu_leaderboard"], ["/people", "menu_people"], ["/tables", "menu_tables"]];
const CROW_SECONDS = 6;

const app = {
  me: boot.me,
  language: boot.language,
  games: boot.games,
  night: boot.snapshot,
  crows: {}, // table -> the crow that was heard there a moment ago
  online: true,
  menu: false,
  notice: null,
  own: {},
  ask,

  draw() {
    if (app.waiting) return;
    app.waiting = true;
    requestAnimationFrame(() => { app.waiting = false; paint(); });
  },
  keep(values) {
    Object.assign(app.own, values);
    app.draw();
  },
  async order(path, values) {
    try {
      app.notice = null;
      return await order(path, values);
    } catch (error) {
      app.notice = { say: error.message, fix: error.fix, wrong: true };
      return null;
    } finally {
      app.draw();
    }
  },
  say: (kind, values = {}) => app.order("/api/say", { kind, ...values }),
  async go(path) {
    if (path !== location.pathname) history.pushState(null, "", path);
    await arrive();
    document.getElementById("main")?.focus();
  },
};

async function arrive() {
  app.menu = false;
  app.notice = null;
  app.view = await (VIEWS[location.pathname.split("/")[1]] ?? VIEWS[""])();
  app.own = {};
  app.view.arrive?.(app);
  app.draw();
}

function paint() {
  show(document.getElementById("app"),
    h("a", { key: "skip", class: "skip", href: "#main" }, say("skip")),
    head(),
    app.menu && menu(),
    h("main", { key: "main", id: "main", tabindex: -1, class: "view night" }, app.view.view(app)),
    app.notice && h("div", { key: "notice", class: `notice ${app.notice.wrong ? "notice-wrong" : ""}`, role: app.notice.wrong ? "alert" : "status" },
      h("p", null, h("strong", null, app.notice.say), app.notice.fix ? ` ${app.notice.fix}` : ""),
      h("button", { onclick: () => { app.notice = null; app.draw(); } }, say("understood"))));
}

function head() {
  const good = app.online && app.night.broker;
  return h("header", { key: "head", class: "head" },
    h("a", { class: "head-home", href: "/", "aria-label": say("menu_wall") }, rooster(Object.keys(app.crows).length ? "flap" : "stand")),
    h("p", { class: "head-title" }, h("strong", null, app.night.night)),
    h("p", { class: `lamp lamp-${good ? "stable" : "lost"}` }, h("span", { class: "lamp-light", "aria-hidden": "true" }),
      h("span", null, say(!app.online ? "state_lost" : app.night.broker ? "night_on" : "night_no_broker"))),
    app.me.network && app.me.pin && h("p", { class: "pin" }, `${say("pin")} `, h("strong", null, app.me.pin)),
    h("button", { id: "menu-button", class: "round", "aria-expanded": String(app.menu), "aria-label": say("menu"), onclick: () => { app.menu = !app.menu; app.draw(); } },
      h("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" },
        h("path", { d: app.menu ? "M5 5 L19 19 M19 5 L5 19" : "M4 6 H20 M4 12 H20 M4 18 H20", stroke: "currentColor", "stroke-width": 2.5, "stroke-linecap": "round" }))));
}

function menu() {
  return h("nav", { key: "menu", id: "menu", class: "menu", "aria-label": say("menu") },
    h("ul", null, PLACES.map(([path, word]) => h("li", { key: path },
      h("a", { href: path, "aria-current": location.pathname === path ? "page" : null }, say(word))))),
    !app.me.host && door(),
    h("div", { class: "menu-languages", role: "group", "aria-label": say("language") }, Object.entries(boot.languages).map(([language, name]) =>
      h("button", { key: language, lang: language, "aria-pressed": String(language === app.language),
        onclick: async () => { if (await app.order("/api/language", { language })) location.reload(); } }, name))));
}

/** Who knows the PIN may speak for the host. */
function door() {
  return h("form", { class: "night-door", onsubmit: async (event) => {
    event.preventDefault();
    if (await app.order("/api/join", { pin: event.target.elements.pin.value })) { app.me = await ask("/api/me"); app.menu = false; await arrive(); }
  } }, h("label", null, say("host_pin"), h("input", { name: "pin", inputmode: "numeric", maxlength: 6, autocomplete: "off" })), h("button", null, say("host_enter")));
}

globalThis.cockadoodle = { night: () => app.night, keep: app.keep };
addEventListener("popstate", arrive);
addEventListener("click", (event) => {
  const link = event.target.closest?.("a[href^='/']");
  if (!link || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  app.go(link.getAttribute("href"));
});

await arrive();
paint();
listen({
  table(night) {
    const before = app.night;
    app.night = night;
    app.view.changed?.(app, before);
    app.draw();
  },
  news(crow) {
    app.crows[crow.table] = crow;
    setTimeout(() => { if (app.crows[crow.table] === crow) { delete app.crows[crow.table]; app.draw(); } }, CROW_SECONDS * 1000);
    app.draw();
  },
  press() {},
  lamps() {},
  door() {},
  line(good) { app.online = good; app.draw(); },
});
