// Settings: forms made from the typed settings themselves, so that no file needs editing.
import { h } from "../dom.js";
import { knows, say } from "../words.js";

export async function arrive(app) {
  app.own = { sections: [], open: "table", changed: {} };
  try {
    app.keep({ sections: await app.ask("/api/settings") });
  } catch (error) {
    app.notice = { say: error.message };
    app.draw();
  }
}

export function view(app) {
  const { sections, open, changed } = app.own;
  const section = sections.find((one) => one.name === open);
  return h("div", { class: "desk" },
    h("h1", null, say("menu_settings")),
    h("div", { class: "row tabs", role: "group", "aria-label": say("menu_settings") }, sections.map((one) =>
      h("button", { key: one.name, "aria-pressed": String(one.name === open), onclick: () => app.keep({ open: one.name, changed: {} }) }, title(one.name)))),
    section && h("form", { class: "panel settings", key: section.name, onsubmit: (event) => { event.preventDefault(); save(app, section); } },
      section.fields.map((one) => field(app, one, one.key in changed ? changed[one.key] : one.value)),
      h("p", { class: "row" }, h("button", { class: "big", disabled: !Object.keys(changed).length }, say("keep_settings")),
        h("button", { type: "button", class: "plain", onclick: () => app.keep({ changed: Object.fromEntries(section.fields.map((one) => [one.key, one.default])) }) }, say("defaults")))));
}

function title(name) {
  return knows(`section_${name}`) ? say(`section_${name}`) : name;
}

function field(app, one, value) {
  const id = `field-${one.key}`;
  const set = (given) => app.keep({ changed: { ...app.own.changed, [one.key]: given } });
  const hint = { id, "aria-describedby": `${id}-why` };
  const inputs = {
    switch: () => h("input", { ...hint, type: "checkbox", checked: Boolean(value), onchange: (event) => set(event.target.checked) }),
    choice: () => h("select", { ...hint, value: String(value), onchange: (event) => set(one.choices.find((choice) => String(choice) === event.target.value)) }, one.choices.map((choice) => h("option", { value: String(choice) }, String(choice)))),
    whole: () => h("input", { ...hint, type: "number", step: 1, value: String(value ?? ""), onchange: (event) => set(event.target.value === "" ? null : Number(event.target.value)) }),
    number: () => h("input", { ...hint, type: "number", step: "any", value: String(value ?? ""), onchange: (event) => set(event.target.value === "" ? null : Number(event.target.value)) }),
    list: () => h("input", { ...hint, value: (value ?? []).join(", "), onchange: (event) => set(event.target.value.split(",").map((word) => word.trim()).filter(Boolean)) }),
    numbers: () => h("input", { ...hint, value: (value ?? []).join(", "), onchange: (event) => set(event.target.value.split(",").map((word) => word.trim()).filter(Boolean).map(Number)) }),
    table: () => h("output", hint, Object.entries(value ?? {}).map(([key, item]) => `${key} = ${item}`).join(", ") || "–"),
    text: () => h("input", { ...hint, value: value ?? "", onchange: (event) => set(event.target.value) }),
  };
  return h("div", { key: one.key, class: `setting setting-${one.kind}` },
    h("label", { for: id }, one.label),
    inputs[one.kind](),
    h("p", { id: `${id}-why`, class: "quiet" }, one.comment));
}

async function save(app, section) {
  const answer = await app.order(`/api/settings/${section.name}`, app.own.changed);
  if (!answer) return;
  app.keep({ sections: await app.ask("/api/settings"), changed: {} });
  app.notice = answer;
  app.draw();
}
