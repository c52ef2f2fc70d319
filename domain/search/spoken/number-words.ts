/** Values of number words in any gender, joined (`שלושת`) or not. */
const values: Record<string, number> = Object.fromEntries(
  (
    [
      [1, 'אחד אחת'],
      [2, 'שניים שתיים שנים שתים שני שתי'],
      [3, 'שלוש שלושה שלושת'],
      [4, 'ארבע ארבעה ארבעת'],
      [5, 'חמש חמישה חמשה חמשת'],
      [6, 'שש שישה ששה ששת'],
      [7, 'שבע שבעה שבעת'],
      [8, 'שמונה שמונת'],
      [9, 'תשע תשעה תשעת'],
      [10, 'עשר עשרה עשרת'],
      [20, 'עשרים'],
      [30, 'שלושים'],
      [40, 'ארבעים'],
      [50, 'חמישים'],
      [60, 'שישים ששים'],
      [70, 'שבעים'],
      [80, 'שמונים'],
      [90, 'תשעים'],
      [100, 'מאה'],
      [200, 'מאתיים'],
      [1_000, 'אלף'],
      [2_000, 'אלפיים'],
    ] as const
  ).flatMap(([value, words]) => words.split(' ').map((word) => [word, value])),
);
/** Words that multiply what stands before them. */
const multipliers: Record<string, number> = { מאות: 100, אלף: 1_000, אלפים: 1_000 };

export const numberOf = (word: string): number | undefined =>
  Object.hasOwn(values, word) ? values[word] : Object.hasOwn(multipliers, word) ? multipliers[word] : undefined;

/** A number follows, as in `עד חמישים אלף`. */
const BEFORE =
  /^(?:עד|מעל|פחות|יותר|מתחת|לפחות|בין|החל|סביב|בסביבות|בערך|מקסימום|מינימום|נמוך|נמוכה|גבוהה?|זולה?|קלה?|קטן|קטנה|[לבמ]?(?:גילאי|גיל|בני|בן|בת))$/;
/** A number precedes, as in `שני מושבים`. */
const BEHIND =
  /^(?:ה?(?:מושבים|מקומות|נוסעים|נפשות|יושבים|אנשים|איש|מבוגרים)|שקל|שקלים|ש[״"']?ח|₪|סמ[״"']?ק|קוב|כ[״"']?ס|כוח|כוחות|סוסים?|ק[״"']?מ|קמ[״"']?ש|ק[״"']?ג|קילו|קילומטר|ס[״"']?מ|מ[״"']?מ)$/;

type Token = { prefix: string; word: string; value: number | undefined };

/** `מאלף` is `מ` and 1,000; `מאה` is a word of its own. */
function tokenOf(text: string): Token {
  const whole = numberOf(text);
  if (whole !== undefined) return { prefix: '', word: text, value: whole };
  const [, prefix = '', word = ''] = /^([ולמבכה]־?)(.+)$/.exec(text) ?? [];
  const value = numberOf(word);
  return value === undefined ? { prefix: '', word: text, value } : { prefix, word, value };
}

/**
 * The text with numbers in words as digits: `עד ארבעים וחמישה אלף` → `עד 45000`. A word that may as well be none (`באר
 * שבע`, `שלושה גלגלים`) stays, unless what stands around it asks for a number.
 */
export function withDigits(text: string): string {
  const tokens = text.split(' ').map(tokenOf);
  const result: string[] = [];
  for (let at = 0; at < tokens.length; ) {
    const { prefix, word } = tokens[at] as Token;
    const run = runFrom(tokens, at);
    if (isNumber(run, result, tokens[at + run.length])) {
      const separator = prefix === '' || prefix.endsWith('־') ? '' : '־';
      result.push(`${prefix}${separator}${sumOf(run)}`);
      at += run.length;
    } else {
      result.push(prefix + word);
      at++;
    }
  }
  return result.join(' ');
}

/** What number words from here on can mean, the longest run of them first; `שש חמישים` is 650 as well as 56. */
export function numbersInWords(words: string[], start: number): { length: number; numbers: number[] }[] {
  const { prefix, value } = tokenOf(words[start] ?? '');
  if (prefix !== '' || value === undefined) return [];
  const run = runFrom(words.slice(start).map(tokenOf), 0);
  return run.map((_, at) => {
    const part = run.slice(0, run.length - at);
    const [{ value: hundreds = 0 } = {}, { value: rest = 0 } = {}] = part;
    const isSpoken = part.length === 2 && hundreds < 10 && rest >= 10 && rest < 100;
    return { length: part.length, numbers: [sumOf(part), ...(isSpoken ? [100 * hundreds + rest] : [])] };
  });
}

/** The number words from here on; those behind the first have no prefix but `ו`. */
function runFrom(tokens: Token[], start: number): Token[] {
  let end = start;
  while (tokens[end]?.value !== undefined && (end === start || /^(?:ו־?)?$/.test(tokens[end]?.prefix ?? ''))) end++;
  return tokens.slice(start, end);
}

function isNumber(run: Token[], before: string[], behind: Token | undefined): boolean {
  const last = before.at(-1) ?? '';
  if (run.length === 0 || /^\d/.test(last)) return false;
  if (BEFORE.test(last) || BEHIND.test(behind?.word ?? '')) return true;
  if (run[0]?.prefix === 'ל' && before.at(-2) === 'בין') return true;
  return run.length > 1 && run.some(({ value = 0 }) => value >= 100);
}

function sumOf(run: Token[]): number {
  let thousands = 0;
  let rest = 0;
  for (const { word } of run) {
    const factor = Object.hasOwn(multipliers, word) ? multipliers[word] : undefined;
    if (factor === 1_000) {
      thousands += (rest || 1) * 1_000;
      rest = 0;
    } else if (factor) rest = (rest || 1) * factor;
    else rest += values[word] as number;
  }
  return thousands + rest;
}
