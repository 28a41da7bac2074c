// "What can I do now?": the rule in force, the choices with their odds, and the game's card of rules, over any page.
import { h } from "./dom.js";
import { say } from "./words.js";
import { choices } from "./views/board.js";
import { byHand } from "./views/parts.js";

const MOST = 8; // choices without odds

/** The way to it, in the head of every page while a game is on. */
export function helpButton(app) {
  const { table } = app;
  if (!table.game || table.winners) return null;
  return h("button", { class: "round help-button", "aria-label": say("help"), title: say("help"), "aria-expanded": String(Boolean(app.helping)), onclick: () => ask(app) }, "?");
}

function ask(app) {
  app.helping = true;
  app.draw();
  if (app.me.rights !== "guest") app.order("/api/do/explain", { aloud: false });
  requestAnimationFrame(() => requestAnimationFrame(() => document.getElementById("help-close")?.focus()));
}

export function close(app) {
  app.helping = false;
  app.draw();
  document.querySelector(".help-button")?.focus();
}

export function help(app) {
  const { table } = app;
  if (!app.helping || !table.game) return null;
  return h("div", { key: "help", class: "doubt help", role: "dialog", "aria-modal": "true", "aria-labelledby": "help-title", onclick: (event) => event.target === event.currentTarget && close(app) },
    h("div", { class: "panel" },
      h("h2", { id: "help-title" }, say("help")),
      h("p", { class: "lead" }, table.rule || table.next),
      ways(app),
      card(app),
      h("div", { class: "row" },
        app.me.rights !== "guest" && h("button", { class: "plain", onclick: () => app.order("/api/do/explain", { aloud: true }) }, say("help_aloud")),
        h("button", { id: "help-close", class: "big", onclick: () => close(app) }, say("help_close")))));
}

/** With their odds where the game has a coach; otherwise as they stand. */
function ways(app) {
  const { table } = app;
  const plain = (table.legal ?? []).filter(({ action }) => !byHand(action)).slice(0, MOST);
  if (!table.coach && !plain.length) return null;
  return h("section", null,
    h("h3", { class: "label" }, say(table.coach ? "help_choices" : "what_next")),
    table.coach ? choices(app, table.coach, MOST) : h("ul", null, plain.map(({ line }) => h("li", { key: line }, line))));
}

/** The rules as three pictures, drawn. */
function card({ table, panel, games }) {
  const game = games.find((one) => one.name === table.game);
  const pictures = panel().pictures ?? [];
  if (!pictures.length) return null;
  return h("section", null,
    h("h3", { class: "label" }, say("help_card", { title: table.title })),
    h("ol", { class: "rule-card" }, pictures.map((picture, i) =>
      h("li", { key: i }, h("span", { class: "picture" }, picture(game)), h("p", null, say(`rules_${table.game}_${i + 1}`))))));
}
