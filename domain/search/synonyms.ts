import { stemOf, withoutPrefixes } from './hebrew-forms.ts';
import { wordsOf } from './search-text.ts';

type Phrase = { stems: string[]; others: string[] };

/** Returns the words of all synonyms of the words and phrases found in a text. */
export type Synonyms = (words: string[]) => string[];

export function synonymsOf(groups: string[][]): Synonyms {
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
  return (words) => {
    const stems = words.map(stemOf);
    const related = new Set<string>();
    words.forEach((word, at) => {
      for (const reading of [word, ...withoutPrefixes(word)].map(stemOf)) {
        for (const phrase of byFirst.get(reading) ?? []) {
          if (phrase.stems.every((one, index) => index === 0 || stems[at + index] === one))
            for (const other of phrase.others) related.add(other);
        }
      }
    });
    for (const word of words) related.delete(word);
    return [...related];
  };
}
