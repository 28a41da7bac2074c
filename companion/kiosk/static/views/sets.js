import { h } from "../dom.js";
export function view(app) { return h("h1", null, app.path); }
