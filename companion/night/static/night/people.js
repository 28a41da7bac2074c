// Who is who: two names that are one person, and one name that is two.
import { h } from "../dom.js";
import { say } from "../words.js";

export function arrive(app) {
  app.own = { people: [], chosen: null, splitting: null };
  load(app);
}

async function load(app) {
  if (app.me.host) app.keep({ people: await app.ask("/api/people"), chosen: null, splitting: null });
}

const key = (bear) => `${bear.name} ${bear.table}`;
const done = async (app, kind, values) => { if (await app.say(kind, values)) load(app); };

export function view(app) {
  if (!app.me.host) return h("div", { class: "desk" }, h("h1", null, say("menu_people")), h("p", { class: "lead" }, say("only_host_here")));
  const { people, chosen } = app.own;
  return h("div", { class: "desk" },
    h("h1", null, say("menu_people")),
    h("p", { class: "lead" }, say(chosen ? "merge_into" : "people_why", { name: chosen ?? "" })),
    people.length === 0 ? h("p", null, say("no_results")) : h("ul", { class: "night-people" }, people.map((one) => h("li", { key: one.person, class: "panel" },
      h("h2", null, one.person),
      h("ul", null, one.as.map((bear) => h("li", { key: key(bear) }, say("bears", bear),
        one.as.length > 1 && (app.own.splitting === key(bear) ? splitting(app, bear)
          : h("button", { class: "plain", onclick: () => app.keep({ splitting: key(bear) }) }, say("somebody_else")))))),
      chosen === one.person ? h("button", { onclick: () => app.keep({ chosen: null }) }, say("never_mind"))
        : chosen ? h("button", { class: "big", onclick: () => done(app, "merge", { one: chosen, into: one.person }) }, say("is_the_same"))
          : h("button", { class: "plain", onclick: () => app.keep({ chosen: one.person }) }, say("merge_with"))))));
}

function splitting(app, bear) {
  return h("form", { class: "row", onsubmit: (event) => {
    event.preventDefault();
    const called = event.target.elements.called.value.trim();
    if (called) done(app, "split", { name: bear.name, table: bear.table, called });
  } },
    h("label", null, say("called_then", bear), h("input", { name: "called", value: `${bear.name} (${bear.at})`, maxlength: 40, required: true })),
    h("button", { class: "big" }, say("settle_done")),
    h("button", { type: "button", class: "plain", onclick: () => app.keep({ splitting: null }) }, say("never_mind")));
}
