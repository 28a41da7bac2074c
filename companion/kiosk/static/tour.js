// The tour of the first start: what this is, who plays here, how to come to one's own table, and on to sitting down.
import { h } from "./dom.js";
import { die } from "./draw/dice.js";
import { avatar } from "./draw/avatars.js";
import { rooster } from "./draw/rooster.js";
import { say } from "./words.js";

const STEPS = [hello, looks, own, sit];

/** Over any page, until it was seen or skipped once at this table. */
export function tour(app) {
  if (!app.me.tour) return null;
  const at = Math.min(app.toured ?? 0, STEPS.length - 1);
  const to = (step) => { app.toured = step; app.draw(); };
  const last = at === STEPS.length - 1;
  return h("div", { key: "tour", class: "doubt tour", role: "dialog", "aria-modal": "true", "aria-labelledby": "tour-title" },
    h("div", { class: "panel" },
      STEPS[at](app),
      h("div", { class: "row tour-on" },
        h("p", { class: "tour-steps", role: "img", "aria-label": say("tour_step", { step: at + 1, of: STEPS.length }) }, STEPS.map((_, i) => h("span", { key: i, class: i === at ? "tour-here" : "" }))),
        !last && h("button", { class: "plain", onclick: () => end(app) }, say("tour_skip")),
        at > 0 && h("button", { class: "plain", onclick: () => to(at - 1) }, say("tour_back")),
        h("button", { key: "on", class: "big", onclick: () => (last ? end(app, "/") : to(at + 1)) }, say(last ? "tour_sit" : "tour_on")))));
}

/** It is not shown again; where it leads to is opened. */
export async function end(app, path) {
  app.me = { ...app.me, tour: false };
  app.draw();
  await app.order("/api/toured");
  if (path) app.go(path);
}

function hello(app) {
  return [
    h("div", { key: "picture", class: "tour-picture" }, rooster("flap")),
    h("h2", { key: "title", id: "tour-title" }, say("tour_hello")),
    h("p", { key: "text", class: "lead" }, say("tour_hello_text")),
    h("div", { key: "languages", class: "row", role: "group", "aria-label": say("language") }, Object.entries(app.languages).map(([language, name]) =>
      h("button", { key: language, lang: language, class: "plain", "aria-pressed": String(language === app.language), onclick: async () => { if (await app.order("/api/language", { language })) location.reload(); } }, name))),
  ];
}

function looks(app) {
  const what = app.me.demo ? "demo" : app.me.picture ? "sees" : "blind";
  return [
    h("div", { key: "picture", class: "tour-picture" }, app.me.picture ? h("img", { src: "/preview.mjpg", alt: say("live_picture"), width: app.me.picture.width, height: app.me.picture.height }) : rooster("look")),
    h("h2", { key: "title", id: "tour-title" }, say(`tour_${what}`)),
    h("p", { key: "text", class: "lead" }, say(`tour_${what}_text`)),
  ];
}

function own(app) {
  const ways = [["/settings#camera", "choose_camera"], ["/mount", "menu_mount"], ["/teach", "menu_teach"]];
  return [
    h("div", { key: "picture", class: "tour-picture tour-dice" }, ["5", "3", "1"].map((face) => h("span", { key: face }, die(face)))),
    h("h2", { key: "title", id: "tour-title" }, say("tour_own")),
    h("ol", { key: "text", class: "lead tour-list" }, [1, 2, 3].map((n) => h("li", { key: n }, say(`tour_own_${n}`)))),
    h("p", { key: "ways", class: "row" }, ways.map(([path, word]) => h("button", { key: path, class: "plain", onclick: () => end(app, path) }, say(word)))),
  ];
}

function sit() {
  return [
    h("div", { key: "picture", class: "tour-picture tour-faces" }, ["Ana", "Ben", "Cleo", "Dora"].map((name, i) => h("span", { key: name, class: `seat-${i + 1}` }, avatar(name)))),
    h("h2", { key: "title", id: "tour-title" }, say("tour_play")),
    h("p", { key: "text", class: "lead" }, say("tour_play_text")),
  ];
}
