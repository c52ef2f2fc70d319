import { expect, test } from 'vitest';
import {
  formatDate,
  formatDecimal,
  formatExactPrice,
  formatLongDate,
  formatPrice,
  formatTime,
  isolateRanges,
  isolateRuns,
  keepNumber,
  prose,
} from './format.ts';

test.each([
  [45_900, '₪45,900'],
  [0, '₪0'],
  [1_234.5, '₪1,234.50'],
  [-300, '−₪300'],
])('%s shekels are %s, without invisible marks', (value, expected) => expect(formatExactPrice(value)).toBe(expected));

test.each([
  [4.5, '4.5'],
  [5, '5'],
  [4.25, '4.3'],
  [1_234.04, '1,234'],
])('%s of an average is %s: its tenths are told, where there are any', (value, expected) =>
  expect(formatDecimal(value)).toBe(expected),
);

test('whole shekels by default', () => expect(formatPrice(1_234.5)).toBe('₪1,235'));

test('dates and times are those of Jerusalem, whatever the machine’s zone', () => {
  const lateEvening = '2026-03-03T23:30:00Z';
  expect(formatLongDate(lateEvening)).toBe('4 במרץ 2026');
  expect(formatDate(lateEvening)).toBe('04/03/2026');
  expect(formatTime(lateEvening)).toBe('01:30');
});

test.each([
  ['אספקה בתוך 5–10 ימי עסקים', 'אספקה בתוך \u20665–\u206010\u2069 ימי עסקים'],
  ['א׳–ה׳ 08:30–18:00 · ו׳ 08:30–12:30', 'א׳–ה׳ \u206608:30–\u206018:00\u2069 · ו׳ \u206608:30–\u206012:30\u2069'],
  ['\u20663–\u20605\u2069 ימים', '\u20663–\u20605\u2069 ימים'],
  ['לגילאי 7–11, למסלול', 'לגילאי \u20667–\u206011\u2069, למסלול'],
  ['דגם 2024 – חדש', 'דגם 2024 – חדש'],
  ['2026-11-01', '2026-11-01'],
])('ranges in %s run left to right', (text, expected) => expect(isolateRanges(text)).toBe(expected));

test.each([
  ['צמיג 120/70 ZR17, קדמי', 'צמיג \u2066120/70 ZR17\u2069, קדמי'],
  ['E-Enduro: 30 קילוואט', '\u2066E-Enduro\u2069: 30 קילוואט'],
  ['רוכבים על Barak 800. תמיד', 'רוכבים על \u2066Barak 800\u2069. תמיד'],
  ['118 ק״ג, 30 כ״ס', '118 ק״ג, 30 כ״ס'],
  ['1,320 Wh', '\u20661,320 Wh\u2069'],
  ['שתי סוללות 12V, 35 Ah', 'שתי סוללות \u206612V\u2069, \u206635 Ah\u2069'],
  ['דוא״ל dana.levi_1@example.com, טלפון', 'דוא״ל \u2066dana.levi_1@example.com\u2069, טלפון'],
  ['ברגים M5–M8 בנירוסטה', 'ברגים \u2066M5–M8\u2069 בנירוסטה'],
  ['מלפנים, 25×10-12 מאחור', 'מלפנים, \u206625×10-12\u2069 מאחור'],
  ['מידה 11½×13, ארוך', 'מידה \u206611½×13\u2069, ארוך'],
  ['בורג ½ אינץ׳', 'בורג \u2066½\u2069 אינץ׳'],
  ['78.0 × 61.2 מ״מ', '\u206678.0 × 61.2\u2069 מ״מ'],
])('Latin runs in %s keep their order', (text, expected) => expect(isolateRuns(text)).toBe(expected));

test.each([
  ['אורך 745 מ״מ, עד 95 קמ״ש', 'אורך 745\u00a0מ״מ, עד 95\u00a0קמ״ש'],
  ['RAAM Masa 1200 הוא הגדול', '\u2066RAAM\u00a0Masa\u00a01200\u2069 הוא הגדול'],
  ['צמיג Grand Touring Sport 120/70', 'צמיג \u2066Grand Touring Sport 120/70\u2069'],
  ['מגיל 16, 3 צבעים', 'מגיל\u00a016, 3 צבעים'],
  ['על הכביש – לחצייה', 'על הכביש\u00a0– לחצייה'],
  ['מ־292 ועד 1,103 סמ״ק', 'מ־292\u00a0ועד\u00a01,103\u00a0סמ״ק'],
  ['משפחת Masa לדרך', 'משפחת\u00a0\u2066Masa\u2069 לדרך'],
  ['תוך 10–21 ימי עסקים', 'תוך 10–21\u00a0ימי\u00a0עסקים'],
])('in %s neither a short name nor a measure is torn, and no line begins with a dash', (text, expected) =>
  expect(prose(text)).toBe(expected),
);

test.each([
  ['RAAM Masa 450', 'RAAM Masa\u00a0450'],
  ['NOAM Nof 4 Plus', 'NOAM Nof\u00a04 Plus'],
  ['מנעול שרשרת BARIACH Hex', 'מנעול שרשרת BARIACH Hex'],
])('in the title %s a number stays with its name', (name, expected) => expect(keepNumber(name)).toBe(expected));
