type Make = { name: string; name_en: string };
type Registered = { make: string; model: string };

const wordsOf = (text: string): string[] => text.toUpperCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/**
 * Whether words or codes of the text, which spaces may divide or not, are these: `BARAK1100R` has `BARAK 1100`, and
 * neither `ARAK` nor `100`.
 */
function hasCode(words: string[], code: string): boolean {
  const text = words.join('');
  const edges = new Set([0]);
  for (const word of words) edges.add(Math.max(...edges) + word.length);
  const isDigit = (at: number): boolean => /\d/.test(text.charAt(at));
  const isEdge = (at: number): boolean => edges.has(at) || isDigit(at - 1) !== isDigit(at);
  for (let at = text.indexOf(code); at >= 0; at = text.indexOf(code, at + 1))
    if (isEdge(at) && isEdge(at + code.length)) return true;
  return false;
}

/**
 * The vehicle that the registry of vehicles means. Registries write a model's code with or without spaces (`BARAK500`),
 * and the make in either alphabet with its country (`הונדה יפן`); of `Barak 1100` and `Barak 1100 R` it is the longer
 * one that is named whole.
 */
export function registeredModel<V extends { name: string }>(
  makes: (Make & { vehicles: V[] })[],
  { make, model }: Registered,
): V | null {
  const registered = new Set([...wordsOf(make), ...wordsOf(model)]);
  const text = wordsOf(model);
  let best: V | null = null;
  let length = 0;
  for (const { name, name_en, vehicles } of makes) {
    const names = [...wordsOf(name), ...wordsOf(name_en)];
    if (!names.some((word) => registered.has(word))) continue;
    for (const vehicle of vehicles) {
      const modelName = wordsOf(vehicle.name)
        .filter((word) => !names.includes(word))
        .join('');
      if (modelName.length > length && hasCode(text, modelName)) [best, length] = [vehicle, modelName.length];
    }
  }
  return best;
}
