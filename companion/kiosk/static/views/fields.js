// One setting as people speak: a switch, a slider with its unit, a list to choose from, faces to touch.
import { h } from "../dom.js";
import { avatar } from "../draw/avatars.js";
import { say } from "../words.js";

export function field(one, value, set) {
  const id = `field-${one.key}`;
  const hint = { id, "aria-describedby": `${id}-why` };
  const grouped = one.kind === "many" || one.kind === "list";
  return h(grouped ? "fieldset" : "div", { key: one.key, class: `setting setting-${one.kind}` },
    h(grouped ? "legend" : "label", { for: grouped ? null : id }, one.label),
    (KINDS[one.kind] ?? KINDS.text)(one, value, set, hint),
    h("p", { id: `${id}-why`, class: "quiet" }, one.comment));
}

const number = (text) => (text === "" ? null : Number(text));
const words = (text) => text.split(",").map((word) => word.trim()).filter(Boolean);
const typed = (step) => (one, value, set, hint) => h("span", { class: "row measured" },
  h("input", { ...hint, type: "number", step, min: one.low, max: one.high, value: String(value ?? ""), onchange: (event) => set(number(event.target.value)) }),
  one.unit && h("span", { class: "quiet" }, one.unit));

const KINDS = {
  switch: (one, value, set, hint) => h("input", { ...hint, type: "checkbox", role: "switch", class: "switch", checked: Boolean(value), onchange: (event) => set(event.target.checked) }),
  slider,
  choice: (one, value, set, hint) => h("select", { ...hint, value: String(value), onchange: (event) => set(one.choices.find((offer) => String(offer.value) === event.target.value).value) },
    one.choices.map((offer) => h("option", { value: String(offer.value), disabled: Boolean(offer.off) }, offer.off ? `${offer.line} (${offer.off})` : offer.line))),
  many,
  list: people,
  whole: typed(1),
  number: typed("any"),
  numbers: (one, value, set, hint) => h("input", { ...hint, value: (value ?? []).join(", "), onchange: (event) => set(words(event.target.value).map(Number)) }),
  table: (one, value, set, hint) => h("output", hint, Object.entries(value ?? {}).map(([key, item]) => `${key} = ${item}`).join(", ") || "–"),
  text: (one, value, set, hint) => h("input", { ...hint, value: value ?? "", onchange: (event) => set(event.target.value) }),
};

/** Shares are shown as percents; everything else in its unit. */
function slider(one, value, set, hint) {
  const whole = Number.isInteger(one.default) && Number.isInteger(one.low) && one.high - one.low > 2;
  const step = whole ? 1 : 10 ** Math.floor(Math.log10((one.high - one.low) / 50));
  const shown = one.unit === "%" ? `${Math.round(value * 100)} %` : `${Number(value)} ${one.unit}`;
  return h("span", { class: "row measured" },
    h("input", { ...hint, type: "range", min: one.low, max: one.high, step, value: String(value), "aria-valuetext": shown, oninput: (event) => set(Number(event.target.value)) }),
    h("output", { for: hint.id }, shown));
}

/** Several of those that are offered. */
function many(one, value, set) {
  const chosen = value ?? [];
  const other = chosen.filter((name) => !one.choices.some((offer) => offer.value === name)).map((name) => ({ value: name, line: name, off: "" }));
  return h("span", { class: "row" }, [...one.choices, ...other].map(({ value: name, line, off }) => {
    const there = chosen.includes(name);
    return h("button", { key: name, type: "button", class: "plain", "aria-pressed": String(there), disabled: Boolean(off) && !there, title: off || null,
      onclick: () => set(there ? chosen.filter((more) => more !== name) : [...chosen, name]) }, line);
  }));
}

/** Names, each with a face; a touch takes one away. */
function people(one, value, set, hint) {
  const add = (input) => { const name = input.value.trim(); if (name && !value.includes(name)) set([...value, name]); input.value = ""; };
  return h("span", { class: "row" },
    (value ?? []).map((name) => h("button", { key: name, type: "button", class: "chip", "aria-label": say("stand_up", { name }), onclick: () => set(value.filter((other) => other !== name)) }, avatar(name), name, " ✕")),
    h("input", { ...hint, key: "add", maxlength: 20, placeholder: say("add_name"), "aria-label": say("add_name"),
      onkeydown: (event) => { if (event.key === "Enter") { event.preventDefault(); add(event.target); } }, onchange: (event) => add(event.target) }));
}
