// What the page shows of Yacht beside its dice and scores: the sheet, its empty boxes to be touched.
import { h } from "../../dom.js";
import { at } from "../../draw/emblems.js";
import { die } from "../../draw/dice.js";
import { say } from "../../words.js";

function sheet({ state, players, turn_of: turn, legal = [], paused, question }, game, app) {
  const free = app && app.me.rights !== "guest" && !paused && !question ? legal : [];
  return h("div", { class: "yacht-sheet" }, (state.boxes ?? []).map((box) =>
    h("dl", { key: box, class: "yacht-box" },
      h("dt", null, say(`box_${box}`)),
      players.map((name) => {
        const written = state.sheets?.[name]?.[box];
        const would = turn.includes(name) ? state.worth?.[box] : undefined;
        const write = written == null && would != null && free.find(({ action }) => action.box === box);
        return h("dd", { key: name, class: written != null ? "" : would != null ? "yacht-would" : "quiet", title: name },
          write ? h("button", { class: "plain", "aria-label": write.line, onclick: async () => (!write.doubt || (await app.sure(write.doubt))) && app.act(write.action) }, String(would)) : String(written ?? would ?? "–"));
      }))));
}

/** On the big screen only the sheet of whose turn it is. */
function mine({ state, turn_of: [name] }) {
  return h("dl", { class: "wall-sheet" }, (state.boxes ?? []).map((box) => {
    const written = state.sheets?.[name]?.[box];
    return h("div", { key: box, class: `wall-box ${written == null ? "wall-open" : ""}` }, h("dt", null, say(`box_${box}`)), h("dd", null, String(written ?? state.worth?.[box] ?? "–")));
  }));
}

export default {
  emblem: () => [at(die("6"), 56, 56, 52, -14), at(die("6"), 118, 52, 52, 9), at(die("6"), 88, 102, 56, 3)],
  pictures: [() => die("6"), () => die("5"), () => die("1")],
  pieces: { title: () => say("sheet"), draw: sheet },
  wall: { pieces: mine },
  sum: ({ state }) => Math.max(0, ...Object.values(state.worth ?? {})),
};
