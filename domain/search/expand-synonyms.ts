import { stemOf, withoutPrefixes } from './hebrew-forms.ts';
import { wordsOf } from './search-text.ts';

type Phrase = { stems: string[]; others: string[] };

/** Returns the words of all synonyms of the words and phrases found in a text. */
export type Synonyms = (words: string[]) => string[];

/** For each word of a text, whether it belongs to one of the phrases, in any form and with prefix letters. */
export function compoundsOf(phrases: string[]): (words: string[]) => boolean[] {
  const all = phrases.map((phrase) => wordsOf(phrase).map(stemOf));
  return (words) => {
    const stems = words.map(stemOf);
    const inside = words.map(() => false);
    words.forEach((word, at) => {
      const readings = [word, ...withoutPrefixes(word)].map(stemOf);
      for (const phrase of all) {
        const isHere = phrase.every((one, index) => (index === 0 ? readings.includes(one) : stems[at + index] === one));
        if (isHere) inside.fill(true, at, at + phrase.length);
      }
    });
    return inside;
  };
}

/** `compounds`: phrases in which no word has a synonym of its own. */
export function synonymsOf(groups: string[][], compounds: string[] = []): Synonyms {
  const isInside = compoundsOf(compounds);
  const byFirst = new Map<string, Phrase[]>();
  for (const group of groups) {
    const phrases = group.map(wordsOf).filter((words) => words.length > 0);
    for (const phrase of phrases) {
      const stems = phrase.map(stemOf);
      const others = phrases.filter((other) => other !== phrase).flat();
      const first = stems[0] as string;
      byFirst.set(first, [...(byFirst.get(first) ?? []), { stems, others }]);
    }
  }
  const startingWith = (word: string): Phrase[] =>
    [word, ...withoutPrefixes(word)].flatMap((reading) => byFirst.get(stemOf(reading)) ?? []);
  return (words) => {
    const stems = words.map(stemOf);
    const inside = isInside(words);
    const stands = (phrase: Phrase, at: number): boolean =>
      phrase.stems.every((one, index) => index === 0 || stems[at + index] === one) &&
      !(inside[at] && phrase.stems.length === 1);
    const related = new Set(
      words.flatMap((word, at) => startingWith(word).flatMap((phrase) => (stands(phrase, at) ? phrase.others : []))),
    );
    for (const word of words) related.delete(word);
    return [...related];
  };
}
