/** Longest first name that is shown whole. */
const LONGEST = 20;

/** How authors are named in public: `דנה כ׳`. Of what was typed as one, the last word is the family name. */
export function shortName(first: string, last = ''): string {
  const words = `${first} ${last}`.normalize('NFC').trim().split(/\s+/u).filter(Boolean);
  const name = [...(words[0] ?? '')].slice(0, LONGEST).join('');
  const initial = words.length > 1 ? /\p{L}/u.exec(words.at(-1) ?? '')?.[0] : undefined;
  if (!initial) return name;
  return /[א-ת]/.test(initial) ? `${name} ${initial}׳` : `${name} ${initial.toUpperCase()}.`;
}
