import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readSpokenNeeds } from './needs.ts';
import { withDigits } from './number-words.ts';
import { specifiedNumber } from './sort-orders.ts';

const nothing = { figures: [], licences: null, sortOrder: null, excluded: [], isElectric: false, isForPersons: false };

describe('readSpokenNeeds', () => {
  it.each([
    ['אופנוע מעל 100 כוח סוס', 'אופנוע', [[{ key: 'meta.power_hp', min: 100 }]]],
    ['עד 50 כ״ס', '', [[{ key: 'meta.power_hp', max: 50 }]]],
    ['גובה מושב עד 80', '', [[{ key: 'meta.seat_mm', max: 800 }]]],
    ['מושב נמוך מ־790 מ״מ', '', [[{ key: 'meta.seat_mm', max: 790 }]]],
    ['קטנוע 125 סמ״ק', 'קטנוע', [[{ key: 'meta.engine_cc', min: 115, max: 135 }]]],
    ['נפח בין 250 ל־500', '', [[{ key: 'meta.engine_cc', min: 250, max: 500 }]]],
    ['טווח של 60 ק״מ', '', [[{ key: 'meta.range_km', min: 60 }]]],
    ['לארבעה נוסעים', '', [[{ key: 'meta.seats', min: 4 }]]],
    ['שני מושבים', '', [[{ key: 'meta.seats', min: 2, max: 2 }]]],
    ['קטנוע עד 125', 'קטנוע', [[{ key: 'meta.engine_cc', max: 125 }]]],
    ['מחפש אופנוע כביש מעל 600', 'מחפש אופנוע כביש', [[{ key: 'meta.engine_cc', min: 600 }]]],
    ['אופנוע עד 1000', 'אופנוע', [[{ key: 'meta.engine_cc', max: 1000 }]]],
    ['אופנועי שטח בין 250 ל־450', 'אופנועי שטח', [[{ key: 'meta.engine_cc', min: 250, max: 450 }]]],
    ['אופנוע סביב 500', 'אופנוע', [[{ key: 'meta.engine_cc', min: 460, max: 540 }]]],
    [
      'אופנוע עד 160 קילו',
      'אופנוע',
      [
        [
          { key: 'meta.weight_kg', max: 160 },
          { key: 'meta.user_weight_kg', min: 160 },
        ],
      ],
    ],
    ['scooter not over 125 cc', 'scooter', [[{ key: 'meta.engine_cc', max: 125 }]]],
    ['קטנוע שמגיע ל 140 קמ״ש', 'קטנוע', [[{ key: 'meta.speed_kmh', min: 140 }]]],
    ['גרירה מעל 800 ק״ג', '', [[{ key: 'meta.tow_kg', min: 800 }]]],
  ])('reads %s', (search, text, figures) => expect(readSpokenNeeds(search)).toEqual({ ...nothing, text, figures }));

  it.each([
    ['אופנוע שטח חשמלי', 'אופנוע שטח'],
    ['הקטנוע החשמלי', 'הקטנוע'],
    ['קלנועיות חשמליות', 'קלנועיות'],
  ])('%s is electric', (search, text) =>
    expect(readSpokenNeeds(search)).toEqual({ ...nothing, text, isElectric: true }),
  );

  it.each([
    'מטען לקטנוע חשמלי',
    'קטנוע לא חשמלי',
    'חשמלי',
    'אופנוע עם התנעה חשמלית',
    'טרקטורון עם היגוי כוח חשמלי',
    'קטנוע עם מגן רוח חשמלי',
    'אופנוע התנעה חשמלית',
  ])('%s asks for nothing electric to ride', (search) =>
    expect(readSpokenNeeds(search)?.isElectric ?? false).toBe(false),
  );

  it.each([
    ['קלנועית לשני אנשים', 'קלנועית', 2],
    ['קלנועית ל־2 איש', 'קלנועית', 2],
    ['קלנועית עד 2 אנשים', 'קלנועית', 2],
    ['קלנועית לשניים', 'קלנועית', 2],
    ['מחפש קלנועית לזוג', 'מחפש קלנועית', 2],
    ['קלנועית זוגית עם גג', 'קלנועית עם גג', 2],
    ['קלנועית דו־מושבית', 'קלנועית', 2],
    ['קלנועית לשני מבוגרים', 'קלנועית', 2],
    ['רכב שטח ל4', 'רכב שטח', 4],
    ['סירה לשישה עם מצוף', 'סירה עם מצוף', 6],
    ['אופנוע ים לשלושה', 'אופנוע ים', 3],
  ])('reads for how many %s is', (search, text, min) =>
    expect(readSpokenNeeds(search)).toEqual({
      ...nothing,
      text,
      figures: [[{ key: 'meta.seats', min }]],
      isForPersons: true,
    }),
  );

  it('counts the same words for what weighs so much and for what carries it', () => {
    const [figure] = readSpokenNeeds('עד 150 קילו')?.figures ?? [];
    expect(figure).toEqual([
      { key: 'meta.weight_kg', max: 150 },
      { key: 'meta.user_weight_kg', min: 150 },
    ]);
  });

  it.each([
    ['אופנוע לרישיון A1', 'אופנוע', ['A1']],
    ['דרגה A', '', ['A']],
    ['a2 קטנוע', 'קטנוע', ['A2']],
    ['קלנועית בלי רישיון', 'קלנועית', ['none']],
    ['קטנוע לגיל 16', 'קטנוע', ['A2', '1']],
    ['אופנוע למתחילים', 'אופנוע', ['A1', 'A2']],
  ])('reads the licence of %s', (search, text, licences) =>
    expect(readSpokenNeeds(search)).toEqual({ ...nothing, text, licences }),
  );

  it.each([
    ['הקלנועית הכי זולה', 'הקלנועית', 'price', false],
    ['אופנוע A1 עם המושב הכי נמוך', 'אופנוע', 'meta.seat_mm', false],
    ['הכי חזק', '', 'meta.power_hp', true],
    ['האופנוע החזק ביותר', 'האופנוע', 'meta.power_hp', true],
    ['אופנוע הכי קל', 'אופנוע', 'meta.weight_kg', false],
    ['משקל נמוך', '', 'meta.weight_kg', false],
    ['הכי נמוכה', '', 'meta.seat_mm', false],
    ['הנמוך ביותר', '', 'meta.seat_mm', false],
    ['קלנועית עם הכי הרבה טווח', 'קלנועית', 'meta.range_km', true],
    ['הטווח הארוך ביותר', '', 'meta.range_km', true],
    ['קלנועית בטווח מרבי', 'קלנועית', 'meta.range_km', true],
    ['רכב שטח עם הכי הרבה מקומות', 'רכב שטח', 'meta.seats', true],
    ['אופנוע במחיר נמוך', 'אופנוע', 'price', false],
    ['קטנועים לא יקרים', 'קטנועים', 'price', false],
    ['אופנוע לא כבד מדי', 'אופנוע', 'meta.weight_kg', false],
    ['מושב לא גבוה', '', 'meta.seat_mm', false],
    ['הקלנועית הכי קטנה', 'הקלנועית', 'meta.length_m', false],
    ['הקלנועית הכי צרה', 'הקלנועית', 'spec.width_m', false],
    ['אופנוע לגבוהים 1.90', 'אופנוע', 'meta.seat_mm', true],
    ['אופנוע לאדם גבוה', 'אופנוע', 'meta.seat_mm', true],
    ['אופנוע לרוכבת נמוכה', 'אופנוע', 'meta.seat_mm', false],
    ['קלנועית לאנשים כבדים', 'קלנועית', 'meta.user_weight_kg', true],
    ['קלנועית לבעלי משקל גבוה', 'קלנועית', 'meta.user_weight_kg', true],
  ])('reads what is wanted most in %s', (search, text, by, isDescending) =>
    expect(readSpokenNeeds(search)).toMatchObject({ text, sortOrder: { by, isDescending } }),
  );

  it.each([
    'ברק 500',
    'קל 3',
    'nof 4',
    'צמיג 180/55',
    'שמן 10W-40',
    'מצבר 12V 7Ah',
    'באר שבע',
    'E1',
    'רצועה 125',
    'A-line',
    'קסדה למתחילים',
    'קטנוע לבן 50',
    'אופנוע 500',
    'קסדת אופנוע עד 500',
    'תיק לאופנוע עד 300',
    'אופנוע עד 40',
    'אופנוע עד 500 ש״ח',
    'אופנוע עד 60 אלף',
    'קטנוע עד 60 תשלומים',
    'דיבורית זוגית',
    'מיטה זוגית',
    'קלנועית לשלושה גלגלים',
    'כיסוי ל־4',
    'קלנועית לאמא',
    'מגן רוח גבוה',
    'שמן לאופנוע',
    'אופנוע זול מ־500',
    'אופנוע לשלוש שנים',
  ])('leaves %s as it is', (search) => expect(readSpokenNeeds(search)).toBeNull());

  it.each([
    ['אופנוע לילד בן 8', 'אופנוע לילד'],
    ['אופנוע לבת שבע', 'אופנוע לילדים'],
    ['קסדה לבני 7–11', 'קסדה לילדים'],
    ['אופנוע לגיל 12', 'אופנוע לילדים'],
  ])('takes the age in %s for a child’s', (search, text) =>
    expect(readSpokenNeeds(search)).toEqual({ ...nothing, text }),
  );

  it('excludes what products have, and no other word', () => {
    const isValue = (word: string) => word === 'חשמלי' || word === 'עור';
    expect(readSpokenNeeds('קטנוע לא חשמלי', isValue)).toEqual({ ...nothing, text: 'קטנוע', excluded: ['חשמלי'] });
    expect(readSpokenNeeds('מעיל בלי עור', isValue)).toEqual({ ...nothing, text: 'מעיל', excluded: ['עור'] });
    expect(readSpokenNeeds('כפפות בלי אצבעות', isValue)).toBeNull();
  });

  it('leaves out whom a vehicle is for', () =>
    expect(readSpokenNeeds('קלנועית לאמא בת 80')).toEqual({ ...nothing, text: 'קלנועית לאמא' }));

  it('reads any text quickly, and leaves no mark of its own in it', () => {
    const part = fc.constantFrom(
      'עד',
      'מעל',
      'בין',
      'ל',
      '100',
      '1,000',
      'כ״ס',
      'גובה מושב',
      'אלף',
      'A1',
      'הכי',
      'זול',
      '\uE000a\uE001',
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 40 }), (parts) => {
        expect(readSpokenNeeds(parts.join(' '))?.text ?? '').not.toMatch(/[\uE000\uE001]/);
      }),
    );
  });
});

it.each([
  ['עד ארבעים וחמישה אלף', 'עד 45000'],
  ['מאתיים שלושים וחמש שקל', '235 שקל'],
  ['פחות מאלף שקל', 'פחות מ־1000 שקל'],
  ['שני מושבים', '2 מושבים'],
  ['חמש מאות אלף שקל', '500000 שקל'],
  ['שלושה גלגלים', 'שלושה גלגלים'],
  ['באר שבע', 'באר שבע'],
  ['45 אלף', '45 אלף'],
])('numbers in words: %s', (text, digits) => expect(withDigits(text)).toBe(digits));

it.each([
  ['1,740', 'מ״מ', 'מ׳', 1.74],
  ['96', 'ס״מ', 'מ׳', 0.96],
  ['52', 'ק״ג', 'ק״ג', 52],
  ['190 ק״ג, שני הנוסעים יחד', '', 'ק״ג', Number.NaN],
  ['30', 'מייל', 'ק״ג', Number.NaN],
])('the specification %s %s in %s', (value, unit, wanted, number) =>
  expect(specifiedNumber(value, unit, wanted)).toBe(number),
);
