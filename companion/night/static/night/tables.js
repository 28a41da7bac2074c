// The tables of the night: their join codes, and what was refused in their names. Only for the host.
import { h } from "../dom.js";
import { say } from "../words.js";

export function arrive(app) {
  app.own = { tables: [], odd: [], goods: [] };
  load(app);
}

export function changed(app, before) {
  const on = (night) => night.tables.map((one) => one.online).join() + night.refused;
  if (on(before) !== on(app.night)) load(app);
}

async function load(app) {
  if (!app.me.host) return;
  const rows = await app.ask("/api/tables");
  app.keep({ tables: rows.slice(0, -1), odd: rows.at(-1).refused, goods: await app.ask("/api/goods") });
}

export function view(app) {
  if (!app.me.host) return h("div", { class: "desk" }, h("h1", null, say("menu_tables")), h("p", { class: "lead" }, say("only_host_here")));
  const { tables, odd, goods } = app.own;
  return h("div", { class: "desk" },
    h("h1", null, say("menu_tables")),
    h("p", { class: "lead" }, say("codes_why")),
    h("form", { class: "row", onsubmit: async (event) => {
      event.preventDefault();
      const box = event.target.elements.name;
      if (await app.order("/api/invite", { name: box.value })) { box.value = ""; load(app); }
    } }, h("label", null, h("span", { class: "unseen" }, say("table_name")), h("input", { name: "name", maxlength: 30, placeholder: say("table_name") })), h("button", { class: "big" }, say("invite"))),
    tables.length > 0 && h("ul", { class: "night-codes" }, tables.map((one) => h("li", { key: one.id, class: "panel" },
      h("strong", null, one.name), h("span", { class: "night-code" }, one.code), h("span", { class: "quiet" }, say(one.online ? "table_here" : "table_expected"))))),
    app.me.network && h("p", null, h("img", { class: "qr", src: "/qr.svg", alt: say("wall_address") }), h("span", { class: "address" }, app.me.address)),
    tables.length > 1 && share(app, tables),
    goods.length > 0 && h("section", null, h("h2", null, say("goods")), h("p", { class: "quiet" }, say("goods_why")),
      h("ul", { class: "night-goods" }, goods.map((one) => h("li", { key: one.kind + one.name, class: "row" },
        h("span", null, say(`good_${one.kind}`, one)), h("button", { onclick: () => handOut(app, one) }, say("hand_out")))))),
    h("h2", null, say("refused_letters")),
    odd.length === 0 ? h("p", { class: "quiet" }, say("none_refused"))
      : h("table", { class: "panel ranks" }, h("thead", null, h("tr", null, ["table", "why", "count"].map((word) => h("th", { scope: "col" }, say(`column_${word}`))))),
          h("tbody", null, odd.map((one) => h("tr", null, h("th", { scope: "row" }, one.table === "?" ? say("strangers") : one.table), h("td", null, say(`odd_${one.why.replaceAll(" ", "_")}`)), h("td", null, String(one.count)))))));
}

/** Far friends: each table has its own dice and pieces, and moves for those who sit at the other. */
function share(app, tables) {
  const names = (text) => text.split(",").map((name) => name.trim()).filter(Boolean);
  const choice = (name, at) => h("select", { name, value: tables[at].id }, tables.map((one) => h("option", { value: one.id }, one.name)));
  return h("form", { class: "night-share", onsubmit: async (event) => {
    event.preventDefault();
    const { game, owner_table, guest_table, owner, guest } = event.target.elements;
    const values = { game: game.value, owner_table: owner_table.value, guest_table: guest_table.value, owner: names(owner.value), guest: names(guest.value) };
    if (await app.order("/api/share", values)) { app.notice = { say: say("share_begun") }; app.draw(); }
  } },
    h("h2", null, say("two_tables")), h("p", { class: "quiet" }, say("two_tables_why")),
    h("p", { class: "row" },
      h("label", null, h("span", { class: "unseen" }, say("which_game")), h("select", { name: "game" }, app.games.map((one) => h("option", { value: one.name }, one.title)))),
      h("label", null, h("span", { class: "unseen" }, say("table_begins")), choice("owner_table", 0)),
      h("label", null, h("span", { class: "unseen" }, say("names_here")), h("input", { name: "owner", placeholder: say("names_here"), maxlength: 200 })),
      h("label", null, h("span", { class: "unseen" }, say("table_joins")), choice("guest_table", 1)),
      h("label", null, h("span", { class: "unseen" }, say("names_here")), h("input", { name: "guest", placeholder: say("names_here"), maxlength: 200 })),
      h("button", null, say("share_begin"))));
}

async function handOut(app, one) {
  const answer = await app.order("/api/hand-out", one);
  if (answer) app.notice = answer.missing.length ? { say: say("not_handed_out"), fix: answer.missing.join(" ") } : { say: say("handed_out", one) };
  app.draw();
}
