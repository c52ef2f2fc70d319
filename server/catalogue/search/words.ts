import { otherLayout } from '#domain/search/keyboard.ts';
import { nearTerms, soundTerms, yodTerms } from '#domain/search/search-terms.ts';
import { joinUnits, searchWords } from '#domain/search/search-text.ts';
import { soundsOf } from '#domain/search/transliteration.ts';
import type { InvertedIndex } from './inverted-index.ts';
import { endingsOf, type Spelling, spellingsOf } from './vocabulary.ts';

/** A word that was typed, with the terms it may be found by, surest first. */
export type Word = {
  word: string;
  exact: string[];
  near: string[];
  unfinished: string[];
  alike: string[];
  /** By sound, for when no product has all the words as they are written. */
  heard: string[];
};

export type Words = {
  known: Word[];
  unknown: string[];
  /** All of them as they were typed, in the right layout. */
  typed: string[];
  /** Those of the known that are so only by a guess at their spelling or sound. */
  guessed: Word[];
  /** What it is taken for, where the layout or the spelling was mended. */
  corrected: string | null;
};

type Part = { typed: string; words: string[]; mended: boolean };

/** Words that say nothing of what is looked for, and single letters that stand before a Latin name. */
const empty = /^(?:של|עמ|את|או|גמ|לי|על|[הובלמשכ])$/;
const MOST_PARTS = 12;

/**
 * What was typed, word by word. A word that the store doesn't know, but would with the other keyboard layout on, is read
 * so; one that still isn't known is taken for what sounds like it or is spelt nearly so.
 */
export function readWords(index: InvertedIndex, text: string): Words {
  const typed = joinUnits(text.slice(0, 400).normalize('NFC')).trim().split(/\s+/).slice(0, MOST_PARTS);
  const readings = typed.map((part) => {
    const other = otherLayout(part);
    return { part, words: searchWords(part), other, otherWords: other === null ? [] : searchWords(other) };
  });
  const has = (term: string): boolean => index.ids.has(term);
  const begun = new Map<string, string[]>();
  const last = readings.at(-1)?.words.at(-1);
  const endings = (word: string): string[] => {
    const found = begun.get(word) ?? (canBeUnfinished(word) || word === last ? endingsOf(index, word) : []);
    begun.set(word, found);
    return found;
  };
  const finished = (words: string[]) => words.length > 0 && words.every((word) => [word, ...nearTerms(word)].some(has));
  const started = (words: string[]) => finished(words) || words.every((word) => has(word) || endings(word).length > 0);
  const parts = readings.map(({ part, words, other, otherWords }): Part => {
    const asTyped = { typed: part, words, mended: false };
    if (other === null || otherWords.join('').length < 3 || finished(words)) return asTyped;
    const better = finished(otherWords) || (!started(words) && started(otherWords));
    return better ? { typed: other, words: otherWords, mended: true } : asTyped;
  });
  const kept = withoutEmpty(parts);
  const words = [...new Set(kept.flatMap((part) => part.words))].map(
    (word): Word => ({
      word,
      exact: has(word) ? [word] : [],
      near: [...nearTerms(word), ...yodTerms(word)].filter(has),
      unfinished: endings(word).filter((term) => term !== word),
      alike: soundTerms(word).filter(has),
      heard: [],
    }),
  );
  return mendSpelling(index, kept, words);
}

const canBeUnfinished = (word: string): boolean => /^\p{L}{2,}$/u.test(word);

function withoutEmpty(parts: Part[]): Part[] {
  const full = parts
    .map((part) => ({ ...part, words: part.words.filter((word) => !empty.test(word)) }))
    .filter((part) => part.words.length > 0);
  return full.length > 0 ? full : parts;
}

const isOtherAlphabet = (word: string) => (sound: string) => sound.startsWith(/[א-ת]/.test(word) ? '~l' : '~h');

/** What sounds the same is meant sooner than what is only spelt nearly so: `bark` is Barak and not `dark`. */
function likelySpellings(index: InvertedIndex, { word, alike }: Word): Spelling[] {
  const spellings = spellingsOf(index, word);
  if (alike.length === 0) return spellings;
  const sounds = new Set(soundsOf(word));
  return spellings.filter(({ term }) => soundsOf(term).some((sound) => sounds.has(sound)));
}

const isWhole = ({ exact, near }: Word): boolean => exact.length + near.length > 0;

const isKnown = (word: Word): boolean => word.exact.length + word.near.length + word.unfinished.length > 0;

function mendSpelling(index: InvertedIndex, parts: Part[], words: Word[]): Words {
  const strange = words.filter((word) => !isKnown(word));
  const known: Word[] = [];
  const shown = new Map<string, string>();
  for (const word of words) {
    const [best, ...others] = isKnown(word) ? [] : likelySpellings(index, word);
    // A word that only begins one of the store may be a name that sounds so as well.
    if (isKnown(word)) known.push({ ...word, alike: isWhole(word) ? [] : word.alike, heard: word.alike });
    else if (best) {
      known.push({ ...word, exact: [best.term], near: [...nearTerms(best.term), ...others.map(({ term }) => term)] });
      // A name in the other alphabet is no mistake.
      if (!word.alike.some(isOtherAlphabet(word.word))) shown.set(word.word, best.shown);
    } else if (word.alike.length > 0) known.push(word);
  }
  const mended = parts.some((part) => part.mended) || shown.size > 0;
  const corrected = parts.map(
    (part) =>
      part.words
        .map((word) => shown.get(word))
        .filter(Boolean)
        .join(' ') || part.typed,
  );
  const typed = words.map(({ word }) => word);
  return {
    known,
    unknown: typed.filter((word) => !known.some((one) => one.word === word)),
    typed,
    guessed: known.filter((word) => strange.some((one) => one.word === word.word)),
    corrected: mended ? corrected.join(' ') : null,
  };
}
