// Home: which game, who plays and in which seats, which variants, who starts; an inviting loop when nobody comes.
import { h } from "../dom.js";
import { emblem } from "../draw/emblems.js";
import { knows, say } from "../words.js";
import { attract, wake } from "./attract.js";
import { people } from "./people.js";
import { playByTouch, restarting } from "./machine.js";
import { variants } from "./variants.js";

export async function arrive(app) {
  app.own = { game: app.games[0]?.name, seats: [], robots: {}, first: 0, options: {}, people: [], last: [], name: "" };
  wake(app);
  app.keep(await app.ask("/api/people"));
}

export function leave(app) {
  clearTimeout(app.own.idle);
}

export function view(app) {
  if (app.own.asleep) return attract(app);
  const game = app.games.find((one) => one.name === app.own.game);
  if (!game) return null;
  return h("form", { class: "home", onsubmit: (event) => { event.preventDefault(); start(app, game); } },
    h("h1", { class: "home-title" }, say("home_title")),
    app.table.game && !app.table.winners && h("p", { class: "running" }, say("still_running", { title: app.table.title }), " ", h("a", { class: "button", href: "/table" }, say("menu_table"))),
    missing(app), games(app), people(app, game), tableState(app), variants(app, game), assumed(game),
    h("p", { class: "home-start" },
      h("button", { class: "big", disabled: !ready(app, game) || app.me.rights === "guest" }, say("start", { title: game.title })),
      h("span", { class: "quiet", id: "start-hint" }, hint(app, game))),
    restarting(app));
}

/** Parts the table has to do without, each with its cure. */
function missing(app) {
  if (!app.me.troubles?.length) return null;
  return h("ul", { key: "missing", class: "differences missing" }, app.me.troubles.map(({ say: what, fix }) =>
    h("li", { key: what }, h("strong", null, what), " ", fix)),
  app.me.mend && h("li", { key: "mend" }, h("button", { type: "button", onclick: () => mend(app) }, say("mend_settings"))));
}

async function mend(app) {
  const answer = await app.order("/api/settings", {});
  if (!answer) return;
  app.me = { ...app.me, mend: false };
  app.notice = answer;
  app.draw();
}

/** What the camera sees just now, and what to do about it. */
function tableState(app) {
  const { picture, demo, touch, rights } = app.me;
  if (rights === "guest") return null;
  const state = demo ? "demo" : touch ? "touch" : picture ? "sees" : "blind";
  return h("section", { key: "state", class: "panel table-state", "aria-label": say("table_state") },
    picture && h("img", { src: "/preview.mjpg", alt: say("live_picture"), width: picture.width, height: picture.height }),
    h("div", null,
      h("p", { class: "lead" }, say(`table_${state}`)),
      h("p", { class: "quiet" }, say(`table_${state}_how`)),
      rights === "host" && h("p", { class: "row" },
        demo && h("button", { type: "button", onclick: () => playByTouch(app) }, say("play_by_touch")),
        h("a", { class: "button plain", href: "/settings#camera" }, say("choose_camera")),
        h("a", { class: "button plain", href: "/mount" }, say("menu_mount")),
        h("a", { class: "button plain", href: "/check" }, say("menu_check")))));
}

function games(app) {
  return h("fieldset", { key: "games" },
    h("legend", null, say("which_game")),
    h("div", { class: "games" }, app.games.map((game) =>
      h("label", { key: game.name, class: "game" },
        h("input", { type: "radio", name: "game", value: game.name, checked: game.name === app.own.game, onchange: () => app.keep({ game: game.name, options: {} }) }),
        emblem(app.panel(game.name), game),
        h("strong", null, game.title),
        h("span", { class: "quiet" }, say("players_from_to", { from: game.players[0], to: game.players[1] }))))));
}

function ready(app, game) {
  return app.own.seats.length >= game.players[0] && app.own.seats.length <= game.players[1];
}

/** What is taken for granted about this box: before the match, for whoever can look into it. */
function assumed(game) {
  const doubts = Object.entries(game.box.assumed);
  if (!doubts.length) return null;
  return h("details", { key: "assumed", class: "assumed" },
    h("summary", null, say("assumed")),
    h("ul", null, doubts.map(([what, why]) => h("li", { key: what }, say(knows(`assumed_${game.name}_${what}`) ? `assumed_${game.name}_${what}` : why)))),
    h("p", { class: "quiet" }, say("assumed_why")));
}

function hint(app, game) {
  const { seats, first } = app.own;
  if (app.me.rights === "guest") return say("join_to_play");
  if (seats.length < game.players[0]) return say("more_players", { number: game.players[0] - seats.length });
  if (seats.length > game.players[1]) return say("fewer_players", { number: game.players[1] });
  const own = `begins_${game.name}`;
  return say(knows(own) ? own : "begins", { name: seats[first] });
}

async function start(app, game) {
  const { seats, first, options, robots } = app.own;
  if (!ready(app, game)) return;
  const players = [...seats.slice(first), ...seats.slice(0, first)];
  if (await app.order("/api/start", { game: game.name, players, options, robots: game.faces.length ? robots : {} })) app.go("/table");
}
