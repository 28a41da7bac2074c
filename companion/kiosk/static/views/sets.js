// Piece sets: what the eye was taught, a thumbnail of every face.
import { h } from "../dom.js";
import { face, say } from "../words.js";

export async function arrive(app) {
  app.own = { sets: null };
  app.keep({ sets: await app.ask("/api/sets") });
}

async function tell(app, name, deed, values) {
  const sets = await app.order(`/api/sets/${encodeURIComponent(name)}/${deed}`, values);
  if (sets) app.keep({ sets });
}

async function takeIn(app, input) {
  const [file] = input.files;
  if (!file) return;
  const sets = await app.order("/api/sets/import", file);
  input.value = "";
  if (sets) app.keep({ sets });
}

export function view(app) {
  const { sets } = app.own;
  return h("div", { class: "desk" },
    h("h1", null, say("menu_sets")),
    sets?.length === 0 && h("p", { class: "lead" }, say("sets_none")),
    h("ul", { class: "sets" }, (sets ?? []).map((one) => h("li", { key: one.name, class: "panel set" },
      h("h2", null, one.name),
      one.trouble
        ? h("p", { class: "wizard-fault" }, one.trouble)
        : [
            h("p", { class: "quiet" }, [say(`kind_${one.kind}`), one.examples > 0 && say("set_pictures", { number: one.examples }), one.golden && say("set_golden"), say(one.own ? one.examined ? "set_examined" : "set_unexamined" : "set_shipped"), one.played && say("set_played")].filter(Boolean).join(" · ")),
            !one.own && one.about && h("p", null, one.about),
            h("ul", { class: "thumbs" }, one.faces.map((name) => h("li", { key: name },
              h("img", { src: `/api/sets/${encodeURIComponent(one.name)}/${encodeURIComponent(name)}`, alt: "", width: 96, height: 96, loading: "lazy" }),
              h("span", null, face(name))))),
          ],
      app.me.rights === "host" && h("p", { class: "row" }, h("a", { class: "button plain", href: `/teach/${one.name}` }, say("teach_again")),
        !one.trouble && one.examined && h("button", { class: "plain", "aria-pressed": String(one.played), onclick: () => tell(app, one.name, one.played ? "rest" : "play") }, say(one.played ? "set_rest" : "set_play")),
        one.own && !one.trouble && [
          !one.examined && h("button", { class: "plain", onclick: () => tell(app, one.name, "approve") }, say("set_approve")),
          h("button", { class: "plain", onclick: () => { const name = prompt(say("set_new_name"), one.name); if (name && name !== one.name) tell(app, one.name, "rename", { new: name }); } }, say("set_rename")),
          h("a", { class: "button plain", href: `/sets/${encodeURIComponent(one.name)}/export`, download: `${one.name}.zip` }, say("set_export")),
          h("button", { class: "plain danger", onclick: async () => (await app.sure(say("set_remove_sure", { name: one.name }))) && tell(app, one.name, "remove") }, say("forget")),
        ])))),
    app.me.rights === "host" && h("p", { class: "row" },
      h("a", { class: "button big", href: "/teach" }, say("menu_teach")),
      h("label", { class: "button plain big" }, say("set_import"),
        h("input", { type: "file", class: "unseen", accept: ".zip,application/zip", onchange: (event) => takeIn(app, event.target) }))));
}
