// The inviting loop: a turn played by nobody, the rules in pictures, the best players; any touch ends it.
import { h } from "../dom.js";
import { die } from "../draw/dice.js";
import { rooster } from "../draw/rooster.js";
import { say } from "../words.js";

const IDLE_SECONDS = 75;
const SLIDE_SECONDS = 6;

/** Start the clock anew: somebody is here. */
export function wake(app) {
  clearTimeout(app.own.idle);
  app.own.idle = setTimeout(() => sleep(app), IDLE_SECONDS * 1000);
  for (const sign of ["pointerdown", "keydown"]) addEventListener(sign, () => app.path === "/" && rouse(app), { once: true });
}

async function sleep(app) {
  if (app.path !== "/") return;
  const { board = [] } = await app.ask("/api/leaderboard").catch(() => ({}));
  app.keep({ asleep: true, slide: 0, board });
  const turn = () => {
    if (!app.own.asleep) return;
    app.keep({ slide: app.own.slide + 1 });
    app.own.idle = setTimeout(turn, SLIDE_SECONDS * 1000);
  };
  app.own.idle = setTimeout(turn, SLIDE_SECONDS * 1000);
}

function rouse(app) {
  app.keep({ asleep: false });
  wake(app);
}

export function attract(app) {
  const turn = app.games.map((game) => app.panel(game.name).turn).find(Boolean) ?? [];
  const slides = [...turn.map((step, i) => () => played(step, i)), ...app.games.map((game) => () => rules(game, app.panel(game.name)))];
  if (app.own.board.length) slides.push(() => best(app.own.board));
  return h("section", { class: "attract", "aria-label": say("attract_title") },
    slides[app.own.slide % slides.length](),
    h("p", { class: "attract-invite" }, rooster("sleep"), say("attract_invite")));
}

function played(step, i) {
  const counted = {};
  const dice = (faces) => faces.map((face) => {
    counted[face] = (counted[face] ?? 0) + 1;
    return h("li", { key: face + counted[face], flip: `${face}${counted[face]}`, class: "die" }, die(face));
  });
  const aside = dice(step.aside);
  return h("div", { key: "turn", class: "slide" },
    h("h1", null, say(`attract_turn_${i + 1}`)),
    h("ul", { class: "dice slide-tray" }, dice(step.tray)),
    h("div", { class: "slide-aside" }, h("ul", { class: "dice small" }, aside), step.sum > 0 && h("p", { class: "sum" }, String(step.sum))));
}

function rules(game, panel) {
  return h("div", { key: game.name, class: "slide" },
    h("h1", null, game.title),
    h("ol", { class: "pictures" }, (panel.pictures ?? []).map((picture, i) =>
      h("li", { key: i }, h("span", { class: "picture" }, picture(game)), h("p", null, say(`rules_${game.name}_${i + 1}`))))));
}

function best(board) {
  return h("div", { key: "best", class: "slide" },
    h("h1", null, say("menu_leaderboard")),
    h("ol", { class: "podium" }, board.slice(0, 5).map((one, i) =>
      h("li", { key: one.player }, h("span", { class: "quiet" }, `${i + 1}.`), h("strong", null, one.player), h("span", null, say("won_of", { won: one.won, played: one.played }))))));
}
