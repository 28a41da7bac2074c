// The variants of a game, each with what it changes at the table.
import { h } from "../dom.js";
import { knows, say } from "../words.js";

export function variants(app, game) {
  const names = Object.keys(game.options).filter((name) => knows(`variant_${name}`));
  if (!names.length) return null;
  const chosen = { ...game.options, ...app.own.options };
  const choose = (name, value) => app.keep({ options: { ...app.own.options, [name]: value } });
  return h("fieldset", { key: "variants" },
    h("legend", null, say("variants")),
    h("div", { class: "variants" }, names.map((name) =>
      h(name === "adults" ? "div" : "label", { key: name, class: "variant" },
        h("span", { class: "variant-what" }, say(`variant_${name}`), knows(`why_${name}`) && h("span", { class: "quiet" }, say(`why_${name}`))),
        control(app, game, name, chosen[name], (value) => choose(name, value))))));
}

function control(app, game, name, value, choose) {
  if (name === "alternative") {
    return h("select", { value: String(value), onchange: (event) => choose({ true: true, false: false }[event.target.value] ?? event.target.value) },
      ["false", "true", "all"].map((one) => h("option", { value: one }, say(`alternative_${one}`))));
  }
  if (name === "adults") return h("span", { class: "row" }, app.own.seats.map((one) => toggle(one, value ?? [], choose)));
  if (typeof game.options[name] === "number") {
    return h("input", { type: "number", min: 0, step: 50, value, onchange: (event) => choose(Math.max(0, Math.trunc(Number(event.target.value)))) });
  }
  return h("input", { type: "checkbox", checked: Boolean(value), onchange: (event) => choose(event.target.checked) });
}

function toggle(one, among, keep) {
  const there = among.includes(one);
  return h("button", { key: one, type: "button", class: "plain", "aria-pressed": String(there), onclick: () => keep(there ? among.filter((other) => other !== one) : [...among, one]) }, one);
}
