// Settings: forms made from the typed settings themselves, so that no file needs editing.
import { h } from "../dom.js";
import { knows, say } from "../words.js";

export async function arrive(app) {
  app.own = { sections: [], open: "table", changed: {}, backups: { kept: [], sticks: [] } };
  try {
    app.keep({ sections: await app.ask("/api/settings"), backups: await app.ask("/api/backups") });
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
        h("button", { type: "button", class: "plain", onclick: () => app.keep({ changed: Object.fromEntries(section.fields.map((one) => [one.key, one.default])) }) }, say("defaults")))),
    sections.length > 0 && backups(app));
}

/** Everything in one file, and back again. */
function backups(app) {
  const { kept, sticks } = app.own.backups;
  const restore = async (address, what) => { if (await app.sure(say("restore_sure"))) tell(app, await app.order(address, what)); };
  return h("section", { class: "panel backups" },
    h("h2", { class: "label" }, say("backups")),
    h("p", { class: "quiet" }, say("backups_what")),
    h("p", { class: "row" },
      h("a", { class: "button", href: "/backup.zip", download: "cockadoodle-backup.zip" }, say("backup_take")),
      sticks.map((stick) => h("button", { key: stick, type: "button", onclick: async () => tell(app, await app.order("/api/backups/stick", { stick })) }, say("backup_stick", { stick }))),
      h("label", { class: "button plain" }, say("backup_bring"),
        h("input", { type: "file", class: "unseen", accept: ".zip,application/zip", onchange: (event) => { const [file] = event.target.files; event.target.value = ""; if (file) restore("/api/restore", file); } }))),
    kept.length > 0 && h("ul", { class: "kept-backups" }, kept.map((name) =>
      h("li", { key: name }, name, " ", h("button", { type: "button", class: "plain", onclick: () => restore("/api/backups/restore", { name }) }, say("restore"))))));
}

function tell(app, answer) {
  if (!answer) return;
  app.notice = answer;
  app.draw();
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
