/** Latin letters by their sound; digraphs first. Vowels, and h, y and w, which Hebrew often omits, are dropped. */
const latin: [RegExp, string][] = [
  [/([a-z])\1/g, '$1'],
  [/sh|sch/g, 's'],
  [/tz|ts/g, 's'],
  [/ch|kh|ck|q/g, 'k'],
  [/ph/g, 'p'],
  [/th/g, 't'],
  [/dg|j/g, 'g'],
  [/c(?=[eiy])/g, 's'],
  [/c/g, 'k'],
  [/x/g, 'ks'],
  [/f/g, 'p'],
  [/v/g, 'b'],
  [/[aeiouyhw]/g, ''],
];

const latinVowels: [RegExp, string][] = [
  [/[eiy]/g, 'i'],
  [/[ouw]/g, 'o'],
  [/[ah]/g, ''],
];
const hebrewVowels: Record<string, string> = { י: 'i', ו: 'o' };

const hebrew: Record<string, string> = {
  ב: 'b',
  ג: 'g',
  ד: 'd',
  ז: 'z',
  ח: 'k',
  ט: 't',
  כ: 'k',
  ל: 'l',
  מ: 'm',
  נ: 'n',
  ס: 's',
  פ: 'p',
  צ: 's',
  ק: 'k',
  ר: 'r',
  ש: 's',
  ת: 't',
};

/**
 * The consonants of a word as heard, equal in both alphabets: `barak` and `ברק` → `brk`, `sufa` and `סופה` → `sp`.
 * Het is transliterated `h` or `ch`, so a word with it has two sounds. None where too little remains to identify a
 * word. Takes a normalised word.
 */
export function soundsOf(word: string): string[] {
  if (word.length < 3) return [];
  const sounds = consonantsOf(word).filter((sound) => sound.length >= 2);
  return sounds.length > 0 ? [...new Set(sounds)] : withVowels(word);
}

/** Short names are distinguished by their vowels: `dio` and `דיו` → `dio`. */
function withVowels(word: string): string[] {
  const sound = /^[א-ת]+$/.test(word)
    ? [...word].map((letter) => hebrew[letter] ?? hebrewVowels[letter] ?? '').join('')
    : /^[a-z]+$/.test(word)
      ? [...latin.slice(0, -1), ...latinVowels].reduce((text, [from, to]) => text.replace(from, to), word)
      : '';
  return sound.length >= 3 ? [sound] : [];
}

function consonantsOf(word: string): string[] {
  return /^[א-ת]+$/.test(word)
    ? [word, word.replaceAll('ח', '')].map((one) => [...one].map((letter) => hebrew[letter] ?? '').join(''))
    : /^[a-z]+$/.test(word)
      ? [latin.reduce((text, [from, to]) => text.replace(from, to), word)]
      : [];
}
