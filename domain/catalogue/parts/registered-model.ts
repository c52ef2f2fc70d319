type Make = { name: string; name_en: string };
type Registered = { make: string; model: string };

const wordsOf = (text: string): string[] => text.toUpperCase().match(/[\p{L}\p{N}]+/gu) ?? [];
const joined = (text: string): string => wordsOf(text).join('');

/**
 * The vehicle that the registry of vehicles means. Registries write a model's code with or without spaces (`BARAK500`), and the make in
 * either alphabet with its country (`הונדה יפן`); of `Barak 1100` and `Barak 1100 R` it is the longer one that is named whole.
 */
export function registeredModel<V extends { name: string }>(
  makes: (Make & { vehicles: V[] })[],
  { make, model }: Registered,
): V | null {
  const registered = new Set([...wordsOf(make), ...wordsOf(model)]);
  const text = joined(model);
  let best: V | null = null;
  let length = 0;
  for (const { name, name_en, vehicles } of makes) {
    const names = [...wordsOf(name), ...wordsOf(name_en)];
    if (!names.some((word) => registered.has(word))) continue;
    for (const vehicle of vehicles) {
      const own = wordsOf(vehicle.name)
        .filter((word) => !names.includes(word))
        .join('');
      const at = text.indexOf(own);
      // `Barak 50` is no `Barak 500`.
      const isWhole = at >= 0 && !/\d\d/.test(text.slice(at + own.length - 1, at + own.length + 1));
      if (own !== '' && isWhole && own.length > length) [best, length] = [vehicle, own.length];
    }
  }
  return best;
}
