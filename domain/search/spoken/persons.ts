import { isFiller } from '../fillers.ts';
import { wordsOf } from '../search-text.ts';
import { goodsWords } from '../vehicle-synonyms.ts';
import { numberOf } from './number-words.ts';

/**
 * What people sit in or on: beside its name a number needs no word for seats (`סירה לשישה`), and `זוגית` says how many
 * they are.
 */
const vehicles = new Set(wordsOf([...goodsWords, 'קלנוע', 'מוטור', 'סקוטר', 'באגי', 'ריינג׳ר', 'ג׳ט'].join(' ')));

const starts = String.raw`(?<![\p{L}\p{N}-])`;
const ends = String.raw`(?![\p{L}\p{N}])`;
/** Nothing that would be counted follows, as in `לשלושה גלגלים`. */
const uncounted = '(?=$| (?:ו?עם|בלי|ללא|עד|מעל|פחות|מתחת|בין|במחיר|בצבע|ה?זול|ה?הכי))';
const count = new RegExp(
  `${starts}ל[ ־-]?(שניים|שתיים|שלושה|ארבעה|חמישה|חמשה|שישה|ששה|שבעה|שמונה|[2-9])${ends}${uncounted}`,
  'u',
);
const pair = new RegExp(`${starts}(?:לזוג(?: מבוגרים| מבוגר)?|זוגי(?:ת|ים|ות)?)${ends}`, 'u');
const seater = new RegExp(`${starts}(חד|דו|תלת)[ ־-]?מושבי(?:ת|ים|ות)?${ends}`, 'u');
const seats: Record<string, number> = { חד: 1, דו: 2, תלת: 3 };

/** The first word that is no filler is a vehicle. */
export function isOfVehicle(text: string): boolean {
  const first = wordsOf(text).find((word) => !isFiller(word)) ?? '';
  return vehicles.has(first) || vehicles.has(first.replace(/^ה/, ''));
}

/**
 * For how many persons a vehicle is wanted, where no word for seats or persons says so; `take` removes what it finds
 * from the text.
 */
export function readPersons(text: string, take: (pattern: RegExp) => RegExpExecArray | null): number | null {
  const seaterWord = take(seater)?.[1];
  if (seaterWord) return seats[seaterWord] ?? null;
  if (!isOfVehicle(text)) return null;
  if (take(pair)) return 2;
  const countWord = take(count)?.[1];
  return countWord ? (numberOf(countWord) ?? Number(countWord)) : null;
}
