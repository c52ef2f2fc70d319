/** On words in the form of `normaliseSearchText`: final letters are ordinary, double yod and vav single. */
const hebrew = /^[א-ת]+$/;
const suffixes = ['יות', 'ימ', 'ות', 'ית', 'יה', 'ה', 'ת', 'י'];
const prefixes = [/^[הובלמשכ]/, /^(?:[ושכ][הבלמכש]|מה|לכ)/];
const SHORTEST = 3;

/** What plural, feminine and construct share: `קסדה`, `קסדות` and `קסדת` → `קסד`. Other words stay as they are. */
export function stemOf(word: string): string {
  if (!hebrew.test(word)) return word;
  const suffix = suffixes.find((one) => word.endsWith(one) && word.length - one.length >= SHORTEST);
  return suffix ? word.slice(0, -suffix.length) : word;
}

/**
 * The word without the letters that Hebrew writes before it: `לאופנוע` → `אופנוע`, `והקסדה` → `הקסדה`, `קסדה`. It can't be
 * known whether they belong to the word, so that these are further readings of it, never a replacement.
 */
export function withoutPrefixes(word: string): string[] {
  if (!hebrew.test(word)) return [];
  return prefixes.flatMap((prefix, index) => {
    const letters = index + 1;
    return prefix.test(word) && word.length - letters >= SHORTEST ? [word.slice(letters)] : [];
  });
}
