import { wordsOf } from './search-text.ts';

/** What people say around what they look for. */
const fillers = new Set(
  wordsOf(
    'מחפש מחפשת רוצה צריך צריכה לקנות קניה מחיר במחיר מחירים כמה עולה עולים עולות לכם שלכם איזה מומלץ מומלצת מתנה משהו בשביל עבור אני הכי ביותר מה יש שיש אצלכם שוקל שוקלת ' +
      'לאמא לאימא לאבא לסבא לסבתא להורים לאשתי לבעלי לחבר לחברה שלי שלנו ליום הולדת',
  ),
);

/** Takes a normalised word. */
export const isFiller = (word: string): boolean => fillers.has(word);

/** The text, or nothing where it says nothing of what is looked for. */
export const withMeaning = (text: string): string => (wordsOf(text).every(isFiller) ? '' : text);
