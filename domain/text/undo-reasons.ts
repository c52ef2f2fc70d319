import { tableName } from './field-names.ts';

const reasons: Record<string, string> = {
  'is there again': 'נוצר שוב',
  'was removed since': 'נמחק מאז',
  'has another value since': 'שונה מאז',
  'is more than there is': 'בסניפים יותר ממה שנשאר במלאי',
  'is the domain of another store': 'הדומיין שייך עכשיו לחנות אחרת',
  'would contradict its prices': 'המחירים היו סותרים זה את זה',
  'would close a circle': 'ההחזרה הייתה יוצרת מעגל',
  'would refer to nothing': 'ההחזרה הייתה משאירה הפניה למה שאינו קיים',
  'has others below it since': 'מאז נוספו תחתיו שורות',
  'is led to by menu': 'קישור בתפריט מוביל לכאן',
  'is led to by home': 'קישור בדף הבית מוביל לכאן',
  'is led to by widget': 'קישור בדף הבית מוביל לכאן',
  'is led to by redirect': 'הפניה מובילה לכאן',
  'was changed since': 'שונה מאז',
  'is borne by invoices': 'כבר הופקו חשבוניות לפיו, ולכן הוא נשאר',
};

/** Why an undo can't put a row back (`Conflict.reason`), as staff read it. */
export function undoReason(reason: string): string {
  const user = /^is used by (\w+)$/.exec(reason)?.[1];
  return user ? `בשימוש: ${tableName(user)}` : (reasons[reason] ?? reason);
}
