// Draws a view: a view is a function from the table to a tree of plain values, and only what changed is touched.

const SVG = "http://www.w3.org/2000/svg";
const calm = matchMedia("(prefers-reduced-motion: reduce)");

/** One element as a plain value; children may be nested lists, texts and nothings. */
export function h(tag, attrs, ...children) {
  const list = children.flat(Infinity).filter((child) => child != null && child !== false && child !== "");
  return { tag, attrs: attrs ?? {}, children: list };
}

/** Make the element's children look like this tree; what has a flip name glides from where it lay before. */
export function show(root, ...tree) {
  const before = places(root);
  patchChildren(root, root.drawn ?? [], (root.drawn = h("x", null, tree).children), false);
  if (before.size && !calm.matches) glide(root, before);
}

function places(root) {
  const found = new Map();
  for (const one of root.querySelectorAll("[data-flip]")) found.set(one.dataset.flip, one.getBoundingClientRect());
  return found;
}

function glide(root, before) {
  for (const one of root.querySelectorAll("[data-flip]")) {
    const from = before.get(one.dataset.flip);
    if (!from) continue;
    const to = one.getBoundingClientRect();
    const [dx, dy] = [from.left - to.left, from.top - to.top];
    if (Math.abs(dx) < 2 && Math.abs(dy) < 2) continue;
    const start = `translate(${dx}px, ${dy}px) scale(${to.width ? from.width / to.width : 1})`;
    one.animate([{ transform: start, transformOrigin: "0 0" }, { transform: "none", transformOrigin: "0 0" }], {
      duration: 240,
      easing: "cubic-bezier(.2,.8,.3,1)",
    });
  }
}

function patchChildren(parent, olds, news, svg) {
  const keyed = new Map();
  const rest = [];
  const nodes = [...parent.childNodes];
  olds.forEach((old, i) => {
    const key = old.attrs?.key;
    if (key === undefined) rest.push([old, nodes[i]]);
    else keyed.set(key, [old, nodes[i]]);
  });
  let at = parent.firstChild;
  for (const tree of news) {
    const node = reuse(tree, keyed, rest, svg);
    if (node === at) at = at.nextSibling;
    else parent.insertBefore(node, at);
  }
  while (at) {
    const next = at.nextSibling;
    at.remove();
    at = next;
  }
}

function reuse(tree, keyed, rest, svg) {
  const key = tree.attrs?.key;
  let found;
  if (key !== undefined) {
    found = keyed.get(key);
    keyed.delete(key);
  } else {
    const i = rest.findIndex(([old]) => (old.tag ?? null) === (tree.tag ?? null));
    if (i >= 0) [found] = rest.splice(i, 1);
  }
  if (!found || (found[0].tag ?? null) !== (tree.tag ?? null)) return make(tree, svg);
  const [old, node] = found;
  if (old !== tree) patch(node, old, tree, svg);
  return node;
}

function make(tree, svg) {
  if (tree.tag === undefined) return document.createTextNode(tree);
  const inSvg = svg || tree.tag === "svg";
  const node = inSvg ? document.createElementNS(SVG, tree.tag) : document.createElement(tree.tag);
  patch(node, { attrs: {}, children: [] }, tree, svg);
  tree.attrs.made?.(node);
  return node;
}

function patch(node, old, tree, svg) {
  if (tree.tag === undefined) {
    if (old !== tree) node.data = tree;
    return;
  }
  for (const name in old.attrs) if (!(name in tree.attrs)) set(node, name, null, old.attrs[name]);
  // A select knows its value only once its options are there.
  if (tree.children.length || old.children.length) {
    patchChildren(node, old.children, tree.children, (svg || tree.tag === "svg") && tree.tag !== "foreignObject");
  }
  for (const name in tree.attrs) if (tree.attrs[name] !== old.attrs[name]) set(node, name, tree.attrs[name], old.attrs[name]);
}

function set(node, name, value, before) {
  if (name === "key" || name === "made") return;
  if (name.startsWith("on")) node[name] = value ?? null;
  else if (name === "style") {
    for (const one in before) if (!value || !(one in value)) node.style.removeProperty(one);
    for (const one in value) node.style.setProperty(one, value[one]);
  } else if (name === "flip") {
    if (value == null) delete node.dataset.flip;
    else node.dataset.flip = value;
  } else if (name === "value" || name === "checked") node[name] = value ?? "";
  else if (value == null || value === false) node.removeAttribute(name);
  else node.setAttribute(name, value === true ? "" : value);
}
