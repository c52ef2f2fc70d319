import type { Snap } from '#domain/money/finance-terms.ts';
import { formatExactPrice, isolate } from '#domain/text/format.ts';
import type { Offer } from './offer.ts';

/** Describes an adjusted value. */
export function snapText({ field, reason, to }: Snap, { months }: Offer): string {
  const sum = isolate(formatExactPrice((to ?? 0) / 100));
  switch (field) {
    case 'plan':
      return 'התוכנית שבחרתם אינה מתאימה למחיר הזה, והחישוב עבר לתוכנית אחרת.';
    case 'down':
      return reason === 'BELOW_MIN'
        ? `המקדמה המזערית היא ${sum}, והחישוב נעשה לפיה.`
        : `המקדמה המרבית היא ${sum}, והחישוב נעשה לפיה.`;
    case 'months':
      if (reason === 'BELOW_MIN') return `אפשר לפרוס ל־${to} תשלומים לפחות, והחישוב נעשה לפיהם.`;
      if (reason === 'ABOVE_MAX') return `אפשר לפרוס ל־${to} תשלומים לכל היותר, והחישוב נעשה לפיהם.`;
      return `אפשר לפרוס ל־${months.join(', ')} תשלומים. החישוב נעשה לפי ${to}.`;
    case 'monthly':
      if (reason === 'BELOW_MIN') return `ההחזר הנמוך ביותר במקדמה הזו הוא ${sum} לחודש.`;
      if (reason === 'ABOVE_MAX') return `ההחזר הגבוה ביותר במקדמה הזו הוא ${sum} לחודש.`;
      return `ההחזר הקרוב ביותר שאינו עולה על הסכום שביקשתם הוא ${sum} לחודש.`;
  }
}
