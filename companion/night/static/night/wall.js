// The wall: all tables as they are now, who leads, and who needs somebody.
import { h } from "../dom.js";
import { say } from "../words.js";

export function view(app) {
  const { tables, board, games, draw } = app.night;
  if (!tables.length) return empty(app);
  const many = tables.length > 12;
  return h("div", { class: `wall ${many ? "wall-many" : ""}` },
    h("section", { class: "wall-tables", "aria-label": say("menu_tables") }, tables.map((one) => card(app, one, draw))),
    h("section", { class: "panel wall-board", "aria-label": say("menu_leaderboard") },
      h("h2", null, say("tonight")), h("p", { class: "quiet" }, say("games_played", { number: games })),
      board.length ? h("ol", null, board.slice(0, 12).map((one, i) => h("li", { key: one.player },
        h("span", { class: "quiet" }, i === 0 ? "★" : String(i + 1)), h("strong", null, one.player),
        h("span", null, say(one.won === 1 ? "wins_one" : "wins", { number: one.won }))))) : h("p", { class: "quiet" }, say("no_results"))));
}

function empty(app) {
  return h("div", { class: "desk" }, h("h1", null, say("no_tables")), h("p", { class: "lead" }, say(app.me.host ? "no_tables_host" : "no_tables_guest")),
    app.me.host && h("p", null, h("a", { class: "button big", href: "/tables" }, say("menu_tables"))));
}

function card(app, one, draw) {
  const crow = app.crows[one.id];
  const due = draw?.round?.tables.find((board) => board.table === one.id && board.state === "waiting");
  return h("article", { key: one.id, class: `panel wall-table ${one.help ? "wall-help" : ""} ${crow ? "wall-crow" : ""} ${one.online ? "" : "wall-away"}` },
    h("header", null, h("h2", null, one.name), h("p", { class: "quiet" }, one.game ? one.title : say(one.online ? "table_free" : one.joined ? "table_away" : "table_expected"))),
    crow ? h("p", { class: "wall-cry" }, crow.line)
      : one.help ? h("p", { class: "wall-asks", role: "alert" }, h("strong", null, `! ${say(`help_${one.help.kind}`)}`), one.help.line ? ` ${one.help.line}` : "")
        : due ? h("p", { class: "wall-due" }, h("strong", null, say("due_here")), ` ${due.players.join(", ")}`) : null,
    one.game && h("ul", null, one.players.map((player) => h("li", { key: player.name, class: player.turn ? "wall-turn" : "" },
      h("span", null, player.leads ? "★ " : player.turn ? "▸ " : "", player.name, player.turn && h("span", { class: "unseen" }, ` (${say("on_turn")})`)),
      h("strong", null, String(player.score))))),
    one.over && h("p", { class: "won" }, say("table_over")));
}
