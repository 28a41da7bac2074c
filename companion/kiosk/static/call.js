// The call: the one event that may take the whole screen.
import { h } from "./dom.js";
import { rooster } from "./draw/rooster.js";
import { say } from "./words.js";

const SECONDS = 3.5;

/** Begin to crow for whoever called. */
export function crow(app, announcement) {
  app.crowing = announcement;
  clearTimeout(app.crowed);
  app.crowed = setTimeout(() => hush(app), SECONDS * 1000);
}

export function hush(app) {
  app.crowing = null;
  app.draw();
}

export function crowing(app) {
  if (!app.crowing) return null;
  return h("div", { key: "call", class: "call", role: "alert", onclick: () => hush(app) },
    rooster("flap"),
    h("p", { class: "call-cry" }, say("cockadoodle")),
    h("p", { class: "call-who" }, app.crowing.player ?? ""));
}
