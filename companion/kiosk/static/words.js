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

/** Faces, cards and worms have names in every language: "worm" is a Wurm, "red-3" is rot 3. */
export function face(name) {
  const [colour, number] = String(name).split("-");
  if (number && knows(`colour_${colour}`)) return `${say(`colour_${colour}`)} ${number}`;
  if (number && colour === "blank") return `${say("worm_blank")} ${number}`;
  return knows(`face_${name}`) ? say(`face_${name}`) : name;
}
