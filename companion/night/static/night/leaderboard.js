// The leaderboard over all tables: of this evening, another one or the season, of one game or all.
import { h } from "../dom.js";
import { say } from "../words.js";

export function arrive(app) {
  app.own = { game: "", evening: "", board: [], evenings: [], games: {} };
  load(app, { evening: app.night.evening });
}

export function changed(app, before) {
  if (before.games !== app.night.games) load(app);
}

async function load(app, values = {}) {
  const asked = { game: app.own.game, evening: app.own.evening, ...values };
  app.keep({ ...(await app.ask(`/api/leaderboard?${new URLSearchParams(asked)}`)), ...asked });
}

export function view(app) {
  const { game, evening, board, evenings, games } = app.own;
  const day = (one) => new Date(`${one}T12:00:00`).toLocaleDateString(app.language, { dateStyle: "full" });
  const most = Math.max(1, ...board.map((one) => one.won));
  const rated = board.some((one) => one.rating != null);
  return h("div", { class: "desk" },
    h("h1", null, say("menu_leaderboard")),
    h("p", { class: "row" },
      h("label", null, h("span", { class: "unseen" }, say("which_game")), h("select", { value: game, onchange: (event) => load(app, { game: event.target.value }) },
        h("option", { value: "" }, say("all_games")), Object.entries(games).map(([name, title]) => h("option", { value: name }, title)))),
      h("label", null, h("span", { class: "unseen" }, say("which_evening")), h("select", { value: evening, onchange: (event) => load(app, { evening: event.target.value }) },
        h("option", { value: "" }, say("whole_season")), evenings.map((one) => h("option", { value: one }, day(one)))))),
    board.length === 0 ? h("p", { class: "lead" }, say("no_results"))
      : h("table", { class: "panel ranks night-ranks" },
          h("thead", null, h("tr", null, ["rank", "player", "won", "played", "points_in_all"].map((word) => h("th", { scope: "col" }, say(`column_${word}`))), rated && h("th", { scope: "col", title: say("rating_why") }, say("column_rating")))),
          h("tbody", null, board.map((one, i) => h("tr", { key: one.player },
            h("td", null, i === 0 ? "★ 1" : String(i + 1)), h("th", { scope: "row" }, one.player),
            h("td", null, h("span", { class: "bar", style: { width: `${(one.won / most) * 8}rem` }, "aria-hidden": "true" }), ` ${one.won}`),
            h("td", null, String(one.played)), h("td", null, String(one.points)),
            rated && h("td", null, one.rating == null ? "" : one.rating.toLocaleString(app.language)))))),
    rated && h("p", { class: "quiet" }, say("rating_why")));
}
