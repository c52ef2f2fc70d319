/** Words are in the form of `normaliseSearchText`: final letters ordinary, double yod and vav single. */
const hebrew = /^[א-ת]+$/;
const suffixes = ['יות', 'ימ', 'ות', 'ית', 'יה', 'ה', 'ת', 'י'];
const prefixes = [/^[הובלמשכ]/, /^(?:[ושכ][הבלמכש]|מה|לכ)/];
const SHORTEST = 3;

/** Common stem of plural, feminine and construct: `קסדה`, `קסדות` and `קסדת` → `קסד`. Other words stay as they are. */
export function stemOf(word: string): string {
  if (!hebrew.test(word)) return word;
  const suffix = suffixes.find((one) => word.endsWith(one) && word.length - one.length >= SHORTEST);
  return suffix ? word.slice(0, -suffix.length) : word;
}

/**
 * The word without Hebrew prefix letters: `לאופנוע` → `אופנוע`, `והקסדה` → `הקסדה`, `קסדה`. Whether they belong to
 * the word is unknown, so these are additional readings, never a replacement.
 */
export function withoutPrefixes(word: string): string[] {
  if (!hebrew.test(word)) return [];
  return prefixes.flatMap((prefix, index) => {
    const letters = index + 1;
    return prefix.test(word) && word.length - letters >= SHORTEST ? [word.slice(letters)] : [];
  });
}
