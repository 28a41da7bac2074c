// The leaderboard: by game and by evening; the host may delete a player's data.
import { h } from "../dom.js";
import { say } from "../words.js";
import { fairDice, honestLine, people } from "./insights.js";

export function arrive(app) {
  app.own = { game: "", evening: "", board: [], evenings: [] };
  load(app);
}

async function load(app, values = {}) {
  Object.assign(app.own, values);
  const query = new URLSearchParams({ game: app.own.game, evening: app.own.evening });
  const { dice } = app.own.game ? await app.ask(`/api/dice?${query}`) : { dice: null };
  app.keep({ ...(await app.ask(`/api/leaderboard?${query}`)), dice });
}

export function view(app) {
  const { game, evening, board, evenings } = app.own;
  const day = (one) => new Date(`${one}T12:00:00`).toLocaleDateString(app.language, { dateStyle: "full" });
  const most = Math.max(1, ...board.map((one) => one.won));
  return h("div", { class: "desk" },
    h("h1", null, say("menu_leaderboard")),
    h("p", { class: "row" },
      h("label", null, h("span", { class: "unseen" }, say("which_game")), h("select", { value: game, onchange: (event) => load(app, { game: event.target.value }) },
        h("option", { value: "" }, say("all_games")), app.games.map((one) => h("option", { value: one.name }, one.title)))),
      h("label", null, h("span", { class: "unseen" }, say("which_evening")), h("select", { value: evening, onchange: (event) => load(app, { evening: event.target.value }) },
        h("option", { value: "" }, say("all_evenings")), evenings.map((one) => h("option", { value: one }, day(one)))))),
    board.length === 0
      ? h("p", { class: "lead" }, say("history_none"))
      : h("table", { class: "panel ranks" },
          h("thead", null, h("tr", null, ["rank", "player", "won", "played", "points_in_all"].map((word) => h("th", { scope: "col" }, say(`column_${word}`))), app.me.rights === "host" && h("th", { scope: "col" }, h("span", { class: "unseen" }, say("forget"))))),
          h("tbody", null, board.map((one, i) => h("tr", { key: one.player },
            h("td", null, i === 0 ? "★ 1" : String(i + 1)),
            h("th", { scope: "row" }, one.player),
            h("td", null, h("span", { class: "bar", style: { width: `${(one.won / most) * 8}rem` }, "aria-hidden": "true" }), ` ${one.won}`),
            h("td", null, String(one.played)),
            h("td", null, String(one.points)),
            app.me.rights === "host" && h("td", null, h("button", { class: "plain danger", "aria-label": `${say("forget")}: ${one.player}`, onclick: () => forget(app, one.player) }, h("span", { class: "wide" }, say("forget")), h("span", { class: "narrow" }, "✕"))))))),
    people(app.own),
    honestLine(app.own.trust),
    fairDice(app, app.own.dice));
}

async function forget(app, player) {
  if (!(await app.sure(say("forget_sure", { name: player })))) return;
  const answer = await app.order("/api/forget", { player });
  if (answer) { await load(app); app.notice = answer; app.draw(); }
}
