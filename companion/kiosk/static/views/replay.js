// A replay beside the chart: play, speed, step, and what else could have been done.
import { h } from "../dom.js";
import { say } from "../words.js";
import { aside, choices, pieces, seats } from "./board.js";

const SPEEDS = [0.5, 1, 2, 4];
const STEP_MS = 1600;

/** Step on by itself until the end, until somebody steps, or until the page is left. */
export function run(app, wanted) {
  clearInterval(app.own.timer);
  const { match, speed = 1 } = app.own;
  const last = match.steps.length - 1;
  if (!wanted) return app.keep({ timer: null });
  if (app.own.step >= last) app.own.step = 0;
  const timer = setInterval(() => {
    if (app.own.timer !== timer) return clearInterval(timer);
    app.keep({ step: Math.min(last, app.own.step + 1), instead: null });
    if (app.own.step === last) run(app, false);
  }, STEP_MS / speed);
  app.keep({ timer, instead: null });
}

export function replay(app, match, at, go) {
  const step = match.steps[at];
  const table = { ...match, ...step };
  const last = match.steps.length - 1;
  const { timer, speed = 1 } = app.own;
  const line = step.told.map((one) => one.line).join(" ") || say("set_up");
  return h("div", { class: "panel replay", role: "group", "aria-label": say("replay") },
    h("div", { class: "row" },
      h("button", { class: "round", "aria-label": say("step_back"), disabled: at === 0, onclick: () => go(at - 1) }, "◀"),
      h("button", { class: "round", "aria-label": say(timer ? "replay_stop" : "replay_play"), onclick: () => run(app, !timer) }, timer ? "❚❚" : "►"),
      h("button", { class: "round", "aria-label": say("step_on"), disabled: at === last, onclick: () => go(at + 1) }, "▶"),
      h("input", { type: "range", min: 0, max: last, value: at, "aria-label": say("replay"), "aria-valuetext": line, oninput: (event) => go(Number(event.target.value)) })),
    h("div", { class: "row" },
      h("label", null, h("span", { class: "unseen" }, say("replay_speed")), h("select", { value: String(speed), onchange: (event) => { app.own.speed = Number(event.target.value); run(app, Boolean(timer)); } },
        SPEEDS.map((one) => h("option", { value: String(one) }, `${one}×`)))),
      h("button", { class: "plain", disabled: at === 0, "aria-expanded": String(Boolean(app.own.instead)), onclick: () => ask(app, match, at) }, say("what_if")),
      h("span", { class: "quiet" }, `${at} / ${last}`)),
    h("p", { class: "next", "aria-live": timer ? "off" : "polite" }, line),
    instead(app, match, at),
    table.layout?.aside?.length > 0 && aside(app, table),
    pieces(app, table),
    seats(app, table));
}

async function ask(app, match, at) {
  if (app.own.instead) return app.keep({ instead: null });
  run(app, false);
  const instead = await app.ask(`/api/matches/${match.id}/instead/${at}`).catch((error) => { app.notice = { say: error.message }; });
  app.keep({ instead });
}

/** What could have been done instead, the best first, and how much was given up. */
function instead(app, match, at) {
  const { instead: told } = app.own;
  if (!told) return null;
  const ply = match.weighed?.plies.find((one) => one.step === at);
  const before = { ...match, ...match.steps[at - 1], legal: told.legal };
  return h("div", { class: "instead", "aria-live": "polite" },
    h("p", { class: "label" }, say("what_if_title")),
    told.hint?.choices?.length ? choices({ table: before, panel: () => app.panel(match.game) }, told.hint, 8)
      : told.legal.length ? h("ul", null, told.legal.slice(0, 8).map(({ line }) => h("li", { key: line }, line)))
      : h("p", { class: "quiet" }, say("what_if_dice")),
    ply?.given_up > 0 && h("p", null, say("what_if_cost", { name: ply.player, much: ply.given_up.toFixed(1) })));
}
