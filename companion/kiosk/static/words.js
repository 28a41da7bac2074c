// The words of the page, in the language this device chose.

const words = {};

export function learn(given) {
  Object.assign(words, given);
}

/**
 * The word for a key; a missing word shows its key, so that it is noticed. Its gaps are filled in: {number}, or by how
 * many {number:one=# card|other=# cards}.
 */
export function say(key, values = {}) {
  return (words[key] ?? key).replace(/\{(\w+)(?::([^{}]*))?\}/g, (gap, name, forms) =>
    name in values ? form(forms, values[name]) : gap);
}

function form(forms, value) {
  if (!forms) return value;
  const known = Object.fromEntries(forms.split("|").map((one) => one.split(/=(.*)/s, 2)));
  const category = new Intl.PluralRules(words.language_tag).select(Number(value));
  return (known[category] ?? known.other).replaceAll("#", value);
}

export function knows(key) {
  return key in words;
}

/** Faces and pieces have names in every language: "red-3" is rot 3. */
export function face(name) {
  const [colour, number] = String(name).split("-");
  if (number && knows(`colour_${colour}`)) return `${say(`colour_${colour}`)} ${number}`;
  return knows(`face_${name}`) ? say(`face_${name}`) : name;
}
