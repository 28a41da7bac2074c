// The page: keeps what is known, shows the view the address names, passes on what people do.
import { steer } from "./buttons.js";
import { crow } from "./call.js";
import { show } from "./dom.js";
import { ask, listen, order } from "./feed.js";
import { fit } from "./fit.js";
import { frame } from "./frame.js";
import { close } from "./help.js";
import { light } from "./lamps.js";
import { offer, play } from "./sound.js";
import { learn } from "./words.js";
import * as table from "./views/table.js";

const boot = JSON.parse(document.getElementById("boot").textContent);
learn(boot.words);

const VIEWS = {
  "": () => import("./views/home.js"),
  table: async () => table,
  correct: () => import("./views/correct.js"),
  phone: () => import("./views/phone.js"),
  history: () => import("./views/history.js"),
  leaderboard: () => import("./views/leaderboard.js"),
  sets: () => import("./views/sets.js"),
  teach: () => import("./views/teach.js"),
  mount: () => import("./views/teach.js"),
  settings: () => import("./views/settings.js"),
  check: () => import("./views/check.js"),
  camera: () => import("./views/camera.js"),
};

const app = {
  me: boot.me,
  language: boot.language,
  languages: boot.languages,
  games: boot.games,
  table: boot.snapshot,
  news: null, // the newest announcement
  told: [], // the latest ones, oldest first
  online: true,
  menu: false,
  notice: null, // what went wrong with the last order, in words
  path: location.pathname,
  view: null,
  wall: false, // whether this is a big screen, to look at only
  full: false,
  tour: null, // for those who are new here
  helping: false, // whether somebody asked what may be done
  own: {}, // what the open view keeps for itself

  /** Draw again, at most once a frame of the screen. */
  draw() {
    if (app.waiting) return;
    app.waiting = true;
    requestAnimationFrame(() => {
      app.waiting = false;
      paint();
    });
  },

  /** Change what the open view keeps, and draw. */
  keep(values) {
    Object.assign(app.own, values);
    app.draw();
  },

  /** Send an order; what is refused becomes a notice instead of an error. */
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

  doubt: null, // what is asked before something is lost, and what to do with the answer

  /** Ask before something is lost; a promise of yes or no. */
  sure(text) {
    return new Promise((resolve) => {
      const before = document.activeElement;
      app.doubt = { say: text, answer(yes) { app.doubt = null; before?.focus?.(); app.draw(); resolve(yes); } };
      app.draw();
      requestAnimationFrame(() => requestAnimationFrame(() => document.getElementById("doubt-no")?.focus()));
    });
  },

  panels: {}, // what each game's folder adds to the page
  panel: (game = app.table.game) => app.panels[game] ?? {},

  act: (action, player = null) => app.order("/api/do/act", player ? { action, player } : { action }),
  ask,

  leaveWall() {
    fill(false);
    app.go("/table");
  },

  async go(path) {
    if (path !== location.pathname + location.search + location.hash) history.pushState(null, "", path);
    await arrive();
    document.getElementById("main")?.focus();
  },
};

async function arrive() {
  app.path = location.pathname;
  app.wall = new URLSearchParams(location.search).has("wall");
  const [, name, ...rest] = app.path.split("/");
  app.menu = false;
  app.helping = false;
  app.notice = null;
  app.doubt?.answer(false);
  app.view?.leave?.(app);
  app.view = await (VIEWS[name] ?? VIEWS[""])();
  app.own = {};
  app.view.arrive?.(app, rest.map(decodeURIComponent));
  if (!app.me.picture) refresh(); // the camera may have opened its eye since
  app.draw();
}

async function refresh() {
  app.me = await ask("/api/me").catch(() => app.me);
  app.draw();
}

function paint() {
  document.documentElement.lang = app.language;
  show(document.getElementById("app"), frame(app));
  fit();
}

// For screenshots, tests and the curious.
globalThis.cockadoodle = { table: () => app.table, show: (table) => { app.table = table; paint(); }, keep: app.keep, crow: (player) => crow(app, { player }) || app.draw() };

addEventListener("popstate", arrive);
addEventListener("click", (event) => {
  const link = event.target.closest?.("a[href^='/']");
  if (!link || link.hasAttribute("download") || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  app.go(link.getAttribute("href"));
  if (app.full !== link.href.endsWith("?wall")) fill(link.href.endsWith("?wall"));
});

/** The big screen fills the whole screen, where the browser lets it. */
function fill(wanted) {
  app.full = wanted;
  if (wanted) document.documentElement.requestFullscreen?.().catch(() => {});
  else if (document.fullscreenElement) document.exitFullscreen();
}
addEventListener("keydown", (event) => {
  if (event.key === "Escape" && app.doubt) app.doubt.answer(false);
  else if (event.key === "Escape" && app.me.tour) app.tour.end(app);
  else if (event.key === "Escape" && app.helping) close(app);
  else if (event.key === "Escape" && app.menu) {
    app.menu = false;
    app.draw();
    document.getElementById("menu-button")?.focus();
  }
});

// Who opens the page while a match is on wants to see it; the way home is one tap from there. A big screen shows nothing else.
const big = new URLSearchParams(location.search).has("wall");
if (location.pathname === "/" && (big || (app.table.game && !app.table.winners))) history.replaceState(null, "", big ? "/table?wall" : "/table");
await Promise.all(app.games.filter((game) => game.panel).map(async (game) => {
  const found = await import(`./${game.panel}`).catch((error) => { app.notice = { say: `${game.title}: ${error.message}`, wrong: true }; });
  app.panels[game.name] = found?.default ?? {};
}));
if (app.me.tour) app.tour = await import("./tour.js");
await arrive();
paint(); // at once, not at the next frame: a hidden tab has none

offer(app.me.rights === "host" && app.me.mute);
listen({
  table(snapshot) {
    const before = app.table;
    app.table = snapshot;
    app.view.changed?.(app, before);
    app.draw();
  },
  news(announcement) {
    app.news = announcement;
    app.told = [...app.told.slice(-39), announcement];
    if (announcement.mood === "call") crow(app, announcement);
    // Where no table is shown, a trouble would else pass unseen.
    if (announcement.kind === "trouble" && announcement.mood === "bad" && app.path !== "/table") app.notice = { say: announcement.line, wrong: true, alarm: true };
    else if (announcement.kind === "trouble" && app.notice?.alarm) app.notice = null; // it is over
    play(announcement);
    app.draw();
  },
  press: (press) => steer(app, press),
  lamps: light,
  door: refresh,
  line(good) {
    app.online = good;
    app.draw();
  },
});
