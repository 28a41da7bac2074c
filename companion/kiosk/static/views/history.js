// Past games: the list, and each with its story, its chart and a replay step by step.
import { h } from "../dom.js";
import { chart } from "../draw/chart.js";
import { shareResult, when } from "../share.js";
import { say } from "../words.js";
import { honestLine, luckAndSkill } from "./insights.js";
import { replay, run } from "./replay.js";

export async function arrive(app, [match]) {
  app.own = { matches: null, match: null, step: 0 };
  if (match) {
    const story = await app.ask(`/api/matches/${match}`).catch((error) => { app.notice = { say: error.message, wrong: true }; });
    app.keep({ match: story, step: story ? story.steps.length - 1 : 0 });
  } else app.keep(await app.ask("/api/matches"));
}

export function leave(app) {
  clearInterval(app.own.timer);
}

export function view(app) {
  const { matches, match } = app.own;
  if (match) return story(app, match);
  return h("div", { class: "desk" },
    h("h1", null, say("menu_history")),
    matches?.length === 0 && h("p", { class: "lead" }, say("history_none")),
    h("ul", { class: "matches" }, (matches ?? []).map((one) =>
      h("li", { key: one.id }, h("a", { class: "match panel", href: `/history/${one.id}` },
        h("span", { class: "match-when" }, h("strong", null, one.title), h("time", { datetime: one.begun_at, class: "quiet" }, when(app.language, one.begun_at))),
        h("span", { class: "match-who" }, one.players.map((name) => h("span", { key: name, class: one.winners?.includes(name) ? "won" : "" }, one.winners?.includes(name) ? "★ " : "", `${name} ${one.scores[name]}`))),
        !one.winners && h("span", { class: "quiet" }, say(one.aside ? "set_aside" : "unfinished")))))),
    app.me.rights !== "guest" && h("p", { class: "row" },
      h("a", { class: "button", href: "/export.csv", download: true }, say("export_csv")),
      h("a", { class: "button", href: "/export.json", download: true }, say("export_json"))));
}

/** The best moments, painted again; it takes a moment until they are. */
function film(match) {
  const address = `/film/${match.id}.gif`;
  return h("figure", { class: "panel film" },
    h("img", { src: address, width: 480, height: 314, alt: say("film_of", { names: match.players.join(", ") }) }),
    h("figcaption", null, h("a", { class: "button", href: address, download: `${match.game}-${match.id}.gif` }, say("film_keep"))));
}

function story(app, match) {
  const at = Math.min(app.own.step, match.steps.length - 1);
  const go = (to) => { run(app, false); app.keep({ instead: null, step: Math.max(0, Math.min(match.steps.length - 1, to)) }); };
  return h("div", { class: "desk story" },
    h("h1", null, `${match.title} · ${when(app.language, match.begun_at)}`),
    match.winners && h("p", { class: "lead" }, say(match.winners.length > 1 ? "winners_are" : "winner_is", { names: match.winners.join(" & ") })),
    match.winners && h("p", { class: "row" },
      h("button", { onclick: () => shareResult(app, match.id) }, say("share_result")),
      app.me.rights !== "guest" && h("button", { "aria-pressed": String(Boolean(app.own.film)), onclick: () => app.keep({ film: !app.own.film }) }, say("film"))),
    app.own.film && film(match),
    h("div", { class: "story-parts" },
      h("figure", { class: "panel" }, h("figcaption", { class: "label" }, say("chart_title")), chart(match, at, go),
        match.weighed && h("p", { class: "quiet" }, say("chart_signs"))),
      replay(app, match, at, go)),
    luckAndSkill(match, go),
    honestLine(match.honesty),
    h("details", { class: "panel" }, h("summary", null, say("whole_story")),
      h("ol", { class: "whole" }, match.steps.slice(1).map((one, i) =>
        h("li", { key: i }, h("button", { class: "plain", "aria-current": i + 1 === at ? "step" : null, onclick: () => go(i + 1) }, one.told.map((line) => line.line).join(" ")))))),
    h("p", null, h("a", { class: "button", href: "/history" }, say("menu_history"))));
}
