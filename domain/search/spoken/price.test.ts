import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readSpokenPrice } from './price.ts';

describe('readSpokenPrice', () => {
  it.each([
    ['אופנוע עד 40,000', { text: 'אופנוע', max: 40_000 }],
    ['אופנוע עד 40 אלף', { text: 'אופנוע', max: 40_000 }],
    ['קסדה פחות מ 1000', { text: 'קסדה', max: 1_000 }],
    ['קסדה פחות מ־1000 ש״ח', { text: 'קסדה', max: 1_000 }],
    ['מתחת ל־₪500 כפפות', { text: 'כפפות', max: 500 }],
    ['קסדה בין 500 ל־900', { text: 'קסדה', min: 500, max: 900 }],
    ['אופנוע בין 30 ל־50 אלף', { text: 'אופנוע', min: 30_000, max: 50_000 }],
    ['אופנוע מעל 60000', { text: 'אופנוע', min: 60_000 }],
    ['helmet under 900', { text: 'helmet', max: 900 }],
    ['עד 30 ₪', { text: '', max: 30 }],
    ['קסדה זולה מ־500', { text: 'קסדה', max: 500 }],
    ['אופנועים זולים יותר מ 40,000', { text: 'אופנועים', max: 40_000 }],
    ['קסדות לא יקרות מ 500', { text: 'קסדות', max: 500 }],
    ['סירה יקרה מ־100 אלף', { text: 'סירה', min: 100_000 }],
    ['קטנוע לא פחות מ־20,000', { text: 'קטנוע', min: 20_000 }],
    ['במחיר עד 45,000 ש״ח', { text: '', max: 45_000 }],
    ['אופנוע עד ארבעים וחמישה אלף', { text: 'אופנוע', max: 45_000 }],
    ['אופנוע מתחת לשלושים אלף שקל', { text: 'אופנוע', max: 30_000 }],
    ['קטנוע עד עשרת אלפים', { text: 'קטנוע', max: 10_000 }],
    ['דיבורית פחות מאלף שקל', { text: 'דיבורית', max: 1_000 }],
    ['כפפות בסביבות 200 שקל', { text: 'כפפות', min: 160, max: 240 }],
    ['אופנוע עד 45 אלף מעל 100 כ״ס', { text: 'אופנוע מעל 100 כ״ס', max: 45_000 }],
    ['קטנוע לא מעל 20,000', { text: 'קטנוע', max: 20_000 }],
    ['אופנוע שלא עולה על 20,000', { text: 'אופנוע', max: 20_000 }],
    ['קסדות שלא עולות על 500', { text: 'קסדות', max: 500 }],
    ['אופנוע לכל היותר 45 אלף', { text: 'אופנוע', max: 45_000 }],
    ['קסדה מקסימום 600', { text: 'קסדה', max: 600 }],
    ['קסדה בפחות מ־600', { text: 'קסדה', max: 600 }],
    ['helmet no more than 900', { text: 'helmet', max: 900 }],
    ['helmet not over 900', { text: 'helmet', max: 900 }],
    ['helmet not less than 900', { text: 'helmet', min: 900 }],
    ['אופנוע לא מתחת ל־20,000', { text: 'אופנוע', min: 20_000 }],
    ['קסדת אופנוע עד 500', { text: 'קסדת אופנוע', max: 500 }],
    ['אופנוע עד 500 ש״ח', { text: 'אופנוע', max: 500 }],
    ['אופנוע עד 900 שח', { text: 'אופנוע', max: 900 }],
    ['אופנוע עד 60k', { text: 'אופנוע', max: 60_000 }],
    ['אופנוע עד 1,200', { text: 'אופנוע', max: 1_200 }],
  ])('reads %s', (search, spoken) => expect(readSpokenPrice(search)).toEqual(spoken));

  it.each([
    'אופנוע',
    'אופנוע עד 500 סמ״ק',
    'טרקטורון עד 4 נוסעים',
    'כננת עד 1,500 ק״ג',
    'אופנוע עד 2020',
    'טווח מעל 100 ק״מ',
    'מעיל עד 20%',
    'ברק 800',
    'עד 12 תשלומים',
    'גובה מושב עד 80',
    'נפח עד 400',
    'סניף באר שבע',
    'שלושה גלגלים',
    'קטנוע עד 125',
    'אופנוע בין 250 ל־500',
    'אופנוע נייקד בסביבות 500',
  ])('leaves %s as it is', (search) => expect(readSpokenPrice(search)).toBeNull());

  it('reads any text quickly and never makes a bound of anything but a number', () => {
    const part = fc.constantFrom('עד', 'בין', 'ל', 'מעל', '40', '1,000', 'אלף', '₪', ' ', '-', 'אופנוע', '%', '\u2066');
    fc.assert(
      fc.property(fc.array(part, { maxLength: 60 }), (parts) => {
        const spoken = readSpokenPrice(parts.join(' '));
        for (const bound of [spoken?.min, spoken?.max]) if (bound !== undefined) expect(bound).toBeGreaterThan(0);
      }),
    );
  });
});
