import { stemOf, withoutPrefixes } from './hebrew-forms.ts';
import { joinUnits, wordsOf } from './search-text.ts';
import { soundsOf } from './transliteration.ts';

/** Terms are words, or a shared form of words behind a mark: see `db/schema/search.ts`. */
const stem = (word: string): string => `_${stemOf(word)}`;
const bareStem = (word: string): string => `-${stemOf(word)}`;
const isHebrew = (word: string): boolean => /[א-ת]/.test(word);
/** Two consonants identify names, but not words in general. */
const SURE_SOUND = 3;

/** Terms that a word of a text is indexed by: itself, its stem, and stems without prefix letters. */
export const termsOfWord = (word: string): string[] => [word, stem(word), ...withoutPrefixes(word).map(bareStem)];

/** The same plus its sound, with and without its ending. */
export function termsWithSound(word: string, isName: boolean): string[] {
  const sounds = [word, stemOf(word)].flatMap(soundsOf).filter((sound) => isName || sound.length >= SURE_SOUND);
  return [...new Set([...termsOfWord(word), ...sounds.map((sound) => `~${isHebrew(word) ? 'h' : 'l'}${sound}`)])];
}

/** Said before what a thing is: `זוג מראות`, `ערכת שרשרת`. */
const measures: ReadonlySet<string> = new Set(wordsOf('זוג סט ערכה ערכת יחידה יחידת מארז חבילה חבילת'));
export const isMeasure = (word: string): boolean => measures.has(word);

/** Marks what a thing is called; in Hebrew that is the first word of a name: `מסנן שמן` is a filter, and no oil. */
export const headTerm = (word: string): string => `^${stemOf(word)}`;

/** The word that says what a thing with this name is. */
export const headOf = (words: string[]): string | undefined => words.find((word) => isHebrew(word) && !isMeasure(word));

/** Terms by which a typed word matches what is called so. */
export const headTerms = (word: string): string[] => [word, ...withoutPrefixes(word)].map(headTerm);

/** Words of place and time, which are nothing else's stem: `מעלית` is not `מעל`, nor is `למעלית` `למעלה`. */
const particles: ReadonlySet<string> = new Set(wordsOf('מעל למעל עלי תחת מתחת אחר').map(stemOf));
const isOwnStem = (word: string): boolean => !particles.has(stemOf(word)) || !/י[תה]$/.test(word);

/** Terms by which a typed word matches texts that have another form of it, with or without prefix letters. */
export const nearTerms = (word: string): string[] => [
  ...new Set([word, ...withoutPrefixes(word)].flatMap((one) => (isOwnStem(one) ? [stem(one), bareStem(one)] : [one]))),
];

/** In these a yod tells words apart: `מיטה`, `מטה`. */
const SHORT_FEMININE = /^(?:.י?.|..)ה$/;

/** Terms of a typed word with one yod more or less. The first letter stays: `כידון` is not `כ־דון`. */
export const yodTerms = (word: string): string[] =>
  yodVariants(word).flatMap((one) =>
    word.length >= SURE_YOD && isPlain(one) ? [one, stem(one), bareStem(one)] : [one],
  );

/** Its stem takes nothing but a plural's ending off: `מעלית`, as `מעילית`, would be a `מעיל`. */
const isPlain = (word: string): boolean => stemOf(word) === word || /(?:ימ|ות)$/.test(word);

/** Shorter words are others as soon as they lose their ending too: `נעלי` is no `נעילה`. */
const SURE_YOD = 5;

/**
 * The word with one yod more or less inside: `מכל` and `מיכל` are both common. A vav distinguishes words (`בלם`,
 * `בולם`).
 */
function yodVariants(word: string): string[] {
  if (!isHebrew(word) || word.length < 3 || word.length > 20 || SHORT_FEMININE.test(word)) return [];
  const inside = Array.from({ length: word.length - 2 }, (_, at) => at + 1);
  const without = inside.filter((at) => word[at] === 'י').map((at) => word.slice(0, at) + word.slice(at + 1));
  const within = [...inside, word.length - 1]
    .filter((at) => word[at] !== 'י' && word[at - 1] !== 'י')
    .map((at) => `${word.slice(0, at)}י${word.slice(at)}`);
  return [...without.filter((one) => one.length >= 3), ...within];
}

/**
 * Names that sound like a typed word: in the other alphabet always, in the same one only where enough consonants
 * agree, of which a Hebrew ending is none: `זכאות` is no `ז׳קט`.
 */
export function soundTerms(word: string): string[] {
  const [same, other] = isHebrew(word) ? ['h', 'l'] : ['l', 'h'];
  return [
    ...soundsOf(stemOf(word))
      .filter((sound) => sound.length >= SURE_SOUND)
      .map((sound) => `~${same}${sound}`),
    ...soundsOf(word).map((sound) => `~${other}${sound}`),
  ];
}

/** Words of a text as written, each with its search form. */
export function writtenWords(text: string): { word: string; written: string }[] {
  const tokens = joinUnits(text.normalize('NFC')).match(/[\p{L}\p{M}\p{N}״׳"'’.-]+/gu) ?? [];
  return tokens.flatMap((token) => {
    const written = token.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');
    const words = wordsOf(token);
    return words.map((word) => ({ word, written: words.length === 1 ? written : word }));
  });
}

const finals: Record<string, string> = { מ: 'ם', נ: 'ן', צ: 'ץ', פ: 'ף', כ: 'ך' };

/** A normalised word with its final letter restored, where that is unambiguous. */
export const withFinals = (word: string): string =>
  /^[א-ת]{2,}$/.test(word) ? word.replace(/[מנצפכ]$/, (letter) => finals[letter] ?? letter) : word;
