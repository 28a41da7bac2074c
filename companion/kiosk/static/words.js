// The words of the page, in the language this device chose.

const words = {};

export function learn(given) {
  Object.assign(words, given);
}

/** The word for a key, its {gaps} filled in; a missing word shows its key, so that it is noticed. */
export function say(key, values = {}) {
  return (words[key] ?? key).replace(/\{(\w+)\}/g, (gap, name) => values[name] ?? gap);
}

export function knows(key) {
  return key in words;
}

/** Die faces have names in every language: "worm" is a Wurm. */
export function face(name) {
  return knows(`face_${name}`) ? say(`face_${name}`) : name;
}
