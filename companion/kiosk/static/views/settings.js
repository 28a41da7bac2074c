// Settings: forms made from the typed settings themselves, by topic or by a word looked for; no file needs editing.
import { h } from "../dom.js";
import { knows, say } from "../words.js";
import { field } from "./fields.js";
import { machine, restart, restarting } from "./machine.js";

export async function arrive(app) {
  const open = location.hash.slice(1);
  app.own = { sections: [], open: open || "table", word: "", changed: {}, fresh: false, backups: { kept: [], sticks: [] } };
  try {
    const [sections, backups] = await Promise.all([app.ask("/api/settings"), app.ask("/api/backups")]);
    app.keep({ sections, backups, open: sections.some((one) => one.name === open) ? open : "table" });
  } catch (error) {
    app.notice = { say: error.message, wrong: true };
    app.draw();
  }
}

export function view(app) {
  const { sections, open, word } = app.own;
  const looked = word.trim().toLocaleLowerCase(app.language);
  const shown = looked ? sections.map((one) => found(one, looked)).filter((one) => one.fields.length) : sections.filter((one) => one.name === open);
  return h("div", { class: "desk settings-page" },
    h("h1", null, say("menu_settings")),
    sections.length > 0 && [
      h("p", { key: "search" }, h("input", { type: "search", class: "settings-search", "aria-label": say("settings_search"), placeholder: say("settings_search"), value: word, oninput: (event) => app.keep({ word: event.target.value }) })),
      h("div", { key: "tabs", class: "row tabs", role: "group", "aria-label": say("menu_settings") }, sections.map((one) =>
        h("button", { key: one.name, "aria-pressed": String(!looked && one.name === open), onclick: () => app.keep({ open: one.name, word: "" }) }, title(one.name)))),
      looked && !shown.length && h("p", { key: "none", class: "lead" }, say("settings_none")),
      shown.map((one) => form(app, one, Boolean(looked))),
      machine(app),
      pending(app),
    ],
    restarting(app));
}

/** What of a section is called so, or said to be for it. */
function found(section, word) {
  const has = (text) => String(text ?? "").toLocaleLowerCase().includes(word);
  const fits = (one) => has(one.label) || has(one.comment) || one.choices?.some((offer) => has(offer.line));
  return { ...section, fields: has(title(section.name)) ? section.fields : section.fields.filter(fits) };
}

function title(name) {
  return knows(`section_${name}`) ? say(`section_${name}`) : name;
}

function form(app, section, all) {
  const changed = app.own.changed[section.name] ?? {};
  const set = (one) => (value) => app.keep({ changed: { ...app.own.changed, [section.name]: { ...app.own.changed[section.name], [one.key]: value } } });
  const draw = (one) => field(one, one.key in changed ? changed[one.key] : one.value, set(one));
  const [first, more] = all ? [section.fields, []] : [section.fields.filter((one) => one.everyday), section.fields.filter((one) => !one.everyday)];
  return h("form", { class: "panel settings", key: section.name, "aria-label": title(section.name), onsubmit: (event) => { event.preventDefault(); save(app); } },
    all && h("h2", { class: "label" }, title(section.name)),
    first.map(draw),
    more.length > 0 && h("details", { key: "more", class: "settings-more" }, h("summary", null, say("settings_more")), h("div", { class: "settings" }, more.map(draw))),
    h("p", { key: "usual", class: "row" }, h("button", { type: "button", class: "plain", onclick: () => app.keep({ changed: { ...app.own.changed, [section.name]: Object.fromEntries(section.fields.map((one) => [one.key, one.default])) } }) }, say("defaults"))));
}

/** What is changed and not kept, or kept and not yet in force, has its buttons at hand. */
function pending(app) {
  const { changed, fresh } = app.own;
  if (Object.keys(changed).length) {
    return h("div", { key: "pending", class: "pending" },
      h("strong", null, say("settings_unsaved")),
      h("button", { class: "big", onclick: () => save(app) }, say("keep_settings")),
      h("button", { class: "plain", onclick: () => app.keep({ changed: {} }) }, say("settings_drop")));
  }
  return fresh && h("div", { key: "pending", class: "pending", role: "status" },
    h("strong", null, say("settings_kept")),
    h("button", { class: "big", onclick: () => restart(app) }, say("restart")));
}

async function save(app) {
  for (const [section, values] of Object.entries(app.own.changed)) {
    if (!(await app.order(`/api/settings/${section}`, values))) return;
    const { [section]: kept, ...left } = app.own.changed;
    app.keep({ changed: left });
  }
  app.keep({ sections: await app.ask("/api/settings"), fresh: true });
}
