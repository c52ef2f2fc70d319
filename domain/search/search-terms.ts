import { stemOf, withoutPrefixes } from './hebrew-forms.ts';
import { joinUnits, wordsOf } from './search-text.ts';
import { soundsOf } from './transliteration.ts';

/** Terms are words, or what words have in common behind a mark: see `db/schema/search.ts`. */
const stem = (word: string): string => `_${stemOf(word)}`;
const bare = (word: string): string => `-${stemOf(word)}`;
const isHebrew = (word: string): boolean => /[א-ת]/.test(word);
/** Two consonants tell names apart, but not words at large. */
const SURE_SOUND = 3;

/** What a word of a text is found by: itself, its stem, and the stems of it without prefix letters. */
export const termsOfWord = (word: string): string[] => [word, stem(word), ...withoutPrefixes(word).map(bare)];

/** The same and its sound, with and without its ending. */
export function termsWithSound(word: string, isName: boolean): string[] {
  const sounds = [word, stemOf(word)].flatMap(soundsOf).filter((sound) => isName || sound.length >= SURE_SOUND);
  return [...new Set([...termsOfWord(word), ...sounds.map((sound) => `~${isHebrew(word) ? 'h' : 'l'}${sound}`)])];
}

/** Terms by which a typed word finds texts that have it in another form, or that leave its prefix letters away or have some. */
export const nearTerms = (word: string): string[] => [
  ...new Set([word, ...withoutPrefixes(word)].flatMap((one) => [stem(one), bare(one)])),
];

/** Terms of a typed word that is written with a yod more or less. Its first letter stays: `כידון` is not `כ־דון`. */
export const yodTerms = (word: string): string[] => yodVariants(word).flatMap((one) => [one, stem(one), bare(one)]);

/** The same word with a yod more or less inside: `מכל` and `מיכל` are both in use. A vav tells words apart (`בלם`, `בולם`). */
function yodVariants(word: string): string[] {
  if (!isHebrew(word) || word.length < 3 || word.length > 20) return [];
  const inside = Array.from({ length: word.length - 2 }, (_, at) => at + 1);
  const without = inside.filter((at) => word[at] === 'י').map((at) => word.slice(0, at) + word.slice(at + 1));
  const within = [...inside, word.length - 1]
    .filter((at) => word[at] !== 'י' && word[at - 1] !== 'י')
    .map((at) => `${word.slice(0, at)}י${word.slice(at)}`);
  return [...without.filter((one) => one.length >= 3), ...within];
}

/** Names that sound like a typed word: in the other alphabet always, in the same only where enough consonants agree. */
export function soundTerms(word: string): string[] {
  const other = isHebrew(word) ? 'l' : 'h';
  return soundsOf(word).flatMap((sound) =>
    sound.length >= SURE_SOUND ? [`~h${sound}`, `~l${sound}`] : [`~${other}${sound}`],
  );
}

/** The words of a text as they are written in it, each beside what it is searched as. */
export function writtenWords(text: string): { word: string; written: string }[] {
  const tokens = joinUnits(text.normalize('NFC')).match(/[\p{L}\p{M}\p{N}״׳"'’.-]+/gu) ?? [];
  return tokens.flatMap((token) => {
    const written = token.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');
    const words = wordsOf(token);
    return words.map((word) => ({ word, written: words.length === 1 ? written : word }));
  });
}

const finals: Record<string, string> = { מ: 'ם', נ: 'ן', צ: 'ץ', פ: 'ף', כ: 'ך' };

/** A normalised word as people write it, as far as that can be told. */
export const withFinals = (word: string): string =>
  /^[א-ת]{2,}$/.test(word) ? word.replace(/[מנצפכ]$/, (letter) => finals[letter] ?? letter) : word;
