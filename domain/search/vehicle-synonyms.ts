import { wordsOf } from './search-text.ts';

/** Synonyms of the trade, for every store; a store adds its own (`synonyms.csv`). */
export const vehicleSynonyms: string[][] = [
  ['אופנוע', 'מוטור', 'ofnoa', 'ofanoa', 'motorcycle', 'motorbike'],
  ['קטנוע', 'טוסטוס', 'סקוטר', 'scooter'],
  ['טרקטורון', 'atv', 'quad'],
  ['קלנועית', 'mobility scooter'],
  ['סירה', 'sira', 'boat'],
  ['אופנוע ים', 'ג׳ט סקי', 'jet ski'],
  ['קסדה', 'helmet'],
  ['קסדת ג׳ט', 'קסדה פתוחה', 'open face'],
  ['אפוד', 'ווסט', 'vest'],
  ['איתות', 'מאותת', 'מאותתים', 'וינקר', 'winker', 'blinker'],
  ['בלם', 'ברקס', 'brake'],
  ['מצמד', 'קלאץ׳', 'clutch'],
  ['צופר', 'הורן', 'horn'],
  ['מכל דלק', 'טנק דלק', 'fuel tank'],
  ['תקר', 'פנצ׳ר', 'puncture'],
];

/**
 * Phrases whose words mean something else by themselves: a jet ski is no motorbike, and what has three wheels is no
 * wheel. Their words count less, and have no synonyms of their own.
 */
export const compounds: string[] = ['אופנוע ים', 'שלושה גלגלים', 'ארבעה גלגלים', 'תלת גלגלית', 'ארבע גלגלית'];

/** What is sold, as people add it to what they look for: `קסדה לאופנוע`. */
export const goodsWords: string[] = [
  'אופנוע',
  'אופנועים',
  'קטנוע',
  'קטנועים',
  'טרקטורון',
  'טרקטורונים',
  'קלנועית',
  'קלנועיות',
  'קורקינט',
  'סירה',
  'סירות',
  'רכב',
  'כלי',
];

/** The same as words of a search. */
export const vehicleWords: ReadonlySet<string> = new Set(goodsWords.flatMap(wordsOf));

const inOtherWords = vehicleSynonyms.filter((group) => group.some((word) => goodsWords.includes(word))).flat();

/** `לאופנוע`: what something is for. */
export const qualifiers: ReadonlySet<string> = new Set(
  [...goodsWords, ...inOtherWords].filter((word) => /^[א-ת]/.test(word)).flatMap((word) => wordsOf(`ל${word}`)),
);
