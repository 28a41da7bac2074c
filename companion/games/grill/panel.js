// The panel of the games of tiles: the grill, what lies before each player, what a worm is worth.
import { h } from "../../dom.js";
import { say } from "../../words.js";
import { art, die } from "../../draw/dice.js";
import { at } from "../../draw/emblems.js";
import { SPECIALISTS, specialist } from "./specialists.js";
import { tile } from "./tiles.js";
import { worm, wormIcon } from "./worm.js";

art.worm = () => worm({ x: 12, y: 27, scale: 1.9 });

/** The slots of the grill in order, a number twice in Junior: up, face down or gone. */
function slots(table) {
  const { grill_up: up = [], grill_down: down = [], stacks = {} } = table.state;
  const gone = Object.values(stacks).flat();
  const all = [...up.map((number) => ({ number, is: "up" })), ...down.map((number) => ({ number, is: "down" })), ...gone.map((number) => ({ number, is: "gone" }))];
  const count = {};
  return all.sort((a, b) => a.number - b.number).map((slot) => {
    count[slot.number] = (count[slot.number] ?? 0) + 1;
    return { ...slot, name: `${slot.number}-${count[slot.number]}` };
  });
}

function grill(table, game) {
  const worms = game.box.tiles;
  const state = table.state;
  const on = Object.fromEntries(Object.entries(state.on_grill ?? {}).map(([who, number]) => [number, who]));
  const sum = state.result ?? state.sum;
  return [h("ul", { class: "tiles" }, slots(table).map(({ number, is, name }) =>
    h("li", { key: name, class: `tile tile-${is} ${is === "up" && number === sum ? "tile-hit" : ""}` },
      h("span", { role: "img", class: "tile-box", "aria-label": say(`tile_${is}`, { number }) },
        is === "gone" ? h("span", { class: "tile-hole", "aria-hidden": "true" }, h("span", null, String(number))) : tile(number, worms[number], is === "down")),
      state.on_grill && h("span", { class: "tile-friend" }, on[number] && is === "up" && [specialist(on[number]), h("span", null, say(`specialist_${on[number]}`))])))), state.on_grill && friends(state)];
}

/** All specialists by their names and where they are: for a screen too narrow to name them at their tiles. */
function friends({ on_grill: on, holders = {} }) {
  const where = (who) => on[who] ?? Object.keys(holders).find((name) => holders[name] === who) ?? "–";
  return h("ul", { class: "friends" }, SPECIALISTS.map((who) => h("li", { key: who }, specialist(who), h("strong", null, say(`specialist_${who}`)), h("span", { class: "quiet" }, String(where(who))))));
}

/** What is laid aside needs a worm. */
function asideNote(table, laid) {
  const there = laid.some((one) => one.face === "worm") || table.state.holders?.[table.turn_of[0]] === "canned";
  return laid.length > 0 && h("span", { class: there ? "has-worm" : "no-worm" }, wormIcon, say(there ? "worm_there" : "worm_missing"));
}

export const tiles = {
  pieces: { title: () => say("grill"), draw: grill },
  unit: () => [wormIcon, h("span", { class: "unseen" }, say("worms"))],
  unitWord: () => say("worms"),
  sum: ({ state }) => (Object.keys(state.kept ?? {}).length > 0 ? state.result ?? state.sum ?? 0 : 0), // until then the book still tells of the turn before
  treasure: ({ state }, name, game) => [...(state.stacks?.[name] ?? [])].reverse().map((number) => h("span", { key: number, class: "treasure-tile" }, tile(number, game.box.tiles[number]))),
  asideNote,
  value: (choice) => choice.expected_worms,
  worth: (choice) => say("coach_worth", { worms: choice.expected_worms.toFixed(1), fail: Math.round(choice.p_fail * 100) }),
  seat: {
    more({ state }, name) {
      const stack = state.stacks?.[name] ?? [];
      return [stack.length > 1 ? say("tiles_below", { number: stack.length - 1 }) : "", state.bratworms?.[name] ? say("bratworms_of", { number: state.bratworms[name] }) : "", state.holders?.[name] ? say(`specialist_${state.holders[name]}`) : ""].filter(Boolean).join(" · ");
    },
    holds({ state }, name, game) {
      const shown = state.visible?.[name];
      const friend = state.holders?.[name];
      return [
        friend && specialist(friend, say(`specialist_${friend}`)),
        shown != null
          ? h("span", { class: "seat-tile", role: "img", "aria-label": say("top_tile", { number: shown }) }, tile(shown, game.box.tiles[shown]))
          : h("span", { class: "seat-tile seat-none", "aria-hidden": "true" }),
      ];
    },
  },
};

export { at, die, tile };
