// Correct: touch a die in the live picture, choose the face it really shows.
import { h } from "../dom.js";
import { die } from "../draw/dice.js";
import { face, say } from "../words.js";

export function view(app) {
  const dice = (app.table.dice ?? []).map((one, index) => ({ ...one, index }));
  return h("div", { class: "desk correct" },
    h("h1", null, say("correct")),
    h("p", { class: "lead" }, say(dice.length ? "correct_how" : "correct_none")),
    h("div", { class: "correcting" },
      picture(app, dice),
      h("div", { class: "correct-side" },
        h("ul", { class: "dice", "aria-label": say("dice_read") }, dice.map((one) =>
          h("li", { key: one.index, class: `die ${one.sureness < 0.9 ? "die-unsure" : ""}` },
            h("button", { class: "die-button", "aria-pressed": String(app.own.die === one.index), disabled: app.me.rights === "guest", "aria-label": say("die_sure", { number: one.index + 1, face: face(one.face), sure: Math.round(one.sureness * 100) }), onclick: () => app.keep({ die: one.index }) },
              die(one.face, one.golden)),
            h("span", { class: "quiet die-sure" }, `${Math.round(one.sureness * 100)} %`)))),
        chooser(app, dice),
        h("p", { class: "row" }, h("a", { class: "button", href: "/table" }, say("menu_table")),
          h("button", { class: "plain", disabled: app.me.rights === "guest", onclick: () => app.order("/api/do/undo") }, say("undo"))))));
}

/** The live picture with every die outlined where the camera sees it. */
export function picture(app, dice = [], boxes = []) {
  const size = app.me.picture;
  if (!size) return h("p", { class: "quiet picture-none" }, say(app.me.rights === "host" ? "no_picture" : "picture_private"));
  return h("div", { class: "live" },
    h("img", { src: "/preview.mjpg", alt: say("live_picture"), width: size.width, height: size.height }),
    h("svg", { viewBox: `0 0 ${size.width} ${size.height}`, class: "live-marks", "aria-hidden": "true" },
      boxes.map(([x, y, width, height]) => h("rect", { x, y, width, height, rx: 8, class: "live-box" })),
      dice.filter((one) => one.box).map((one) => {
        const [x, y, width, height] = one.box;
        const state = app.own.die === one.index ? "live-chosen" : one.sureness < 0.9 ? "live-unsure" : "";
        return h("g", { key: one.index, class: `live-die ${state}`, onclick: () => app.keep({ die: one.index }) },
          one.quad ? h("polygon", { points: one.quad.map((point) => point.join(",")).join(" ") }) : h("rect", { x, y, width, height, rx: 8 }),
          h("rect", { x, y, width, height, fill: "transparent", stroke: "none" }),
          h("text", { x: x + width / 2, y: y - 8, "text-anchor": "middle" }, face(one.face ?? "?")));
      })));
}

function chooser(app, dice) {
  const chosen = dice.find((one) => one.index === app.own.die);
  const faces = app.games.find((game) => game.name === app.table.game)?.faces ?? [];
  if (!chosen) return null;
  const likely = [chosen.runner_up, ...faces].filter((one, i, all) => one && one !== chosen.face && all.indexOf(one) === i);
  return h("div", { class: "panel chooser", role: "group", "aria-label": say("shows_really") },
    h("h2", null, say("shows_really")),
    h("div", { class: "faces" }, likely.map((one) =>
      h("button", { key: one, class: "face", "aria-label": face(one), onclick: async () => { if (await app.order("/api/do/correct", { index: chosen.index, face: one })) app.keep({ die: null }); } }, die(one)))));
}
