/** The one place that formats numbers, money and dates (a lint rule enforces it). */
const groups = new Intl.NumberFormat('he-IL', { maximumFractionDigits: 0 });
const tenths = new Intl.NumberFormat('he-IL', { maximumFractionDigits: 1 });
const groupsWithAgorot = new Intl.NumberFormat('he-IL', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** Intl puts invisible direction marks around Hebrew numbers; isolation belongs in the markup. */
const plain = (text: string): string => text.replace(/[\u200E\u200F\u061C]/g, '');

/** `12,345` for operators’ English output. */
export const formatCount = (count: number): string => count.toLocaleString('en');

export const formatNumber = (value: number): string => plain(groups.format(value));

/** Counting the rows of a list stops here: the exact number of a million rows takes seconds and isn't needed. */
export const MAX_COUNTED = 10_000;

/** `1,200`, or `יותר מ־10,000` where counting stopped. */
export const formatCounted = (total: number): string =>
  total >= MAX_COUNTED ? `יותר מ־${formatNumber(MAX_COUNTED)}` : formatNumber(total);

/** `4.5`, `5`: tenths where there are any, as of an average or a percentage. */
export const formatDecimal = (value: number): string => plain(tenths.format(value));

/** `פריט אחד`, `1,200 פריטים` */
export const formatItems = (count: number): string => (count === 1 ? 'פריט אחד' : `${formatNumber(count)} פריטים`);

/** The same for products of one kind; vehicles are `דגם`: `דגם אחד`, `12 דגמים`. */
export const formatProducts = (count: number, kind: string | null): string => {
  if (kind !== 'VEHICLE') return formatItems(count);
  return count === 1 ? 'דגם אחד' : `${formatNumber(count)} דגמים`;
};

/** The same for a lower bound: `300+ פריטים`. */
export const formatProductsAtLeast = (count: number, kind: string | null): string =>
  `\u2066${formatNumber(count)}+\u2069 ${kind === 'VEHICLE' ? 'דגמים' : 'פריטים'}`;

/** `₪45,900`, or `₪1,234.50` with `decimals: 2`. Shekels. Show it in a left-to-right isolate (`ui/price.tsx`). */
export function formatPrice(shekels: number, decimals: 0 | 2 = 0): string {
  const digits = plain((decimals === 2 ? groupsWithAgorot : groups).format(Math.abs(shekels)));
  return `${shekels < 0 ? '−' : ''}₪${digits}`;
}

/** Two decimals only where the sum has any. */
export const formatExactPrice = (shekels: number): string => formatPrice(shekels, Number.isInteger(shekels) ? 0 : 2);

const zone = 'Asia/Jerusalem';
const longDate = new Intl.DateTimeFormat('he-IL', { dateStyle: 'long', timeZone: zone });
const shortDate = new Intl.DateTimeFormat('en-GB', {
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  timeZone: zone,
});
const time = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: zone });

/** `4 במרץ 2026` */
export const formatLongDate = (date: Date | string): string => plain(longDate.format(new Date(date)));
/** `04/03/2026`, for tables */
export const formatDate = (date: Date | string): string => shortDate.format(new Date(date));
/** `14:05` */
export const formatTime = (date: Date | string): string => time.format(new Date(date));
/** `04/03/2026 14:05` */
export const formatMoment = (date: Date | string): string => `${formatDate(date)} ${formatTime(date)}`;

// A comma or full stop after it belongs to the sentence.
const range = /(\d[\d.,:]*\s?–)(\s?\d(?:[\d.,:]*\d)?)/g;

/**
 * `5–10` among Hebrew letters would show as 10–5: each range gets a left-to-right isolate, and a word joiner, since a
 * line that breaks at its dash would read as minus 10.
 */
export const isolateRanges = (text: string): string => text.replace(range, '\u2066$1\u2060$2\u2069');

/** First strong isolate … pop, for plain strings (titles, subjects, labels) that contain text of unknown direction. */
export const isolate = (text: string): string => `\u2068${text}\u2069`;

/**
 * Isolates Latin runs (`120/70 ZR17`, `E-Enduro`, `M5–M8`) and sizes (`25×10-12`, `11½×13`, `78.0 × 61.2`) inside
 * Hebrew text, so that punctuation after them stays with the sentence.
 */
export const isolateRuns = (text: string): string =>
  text.replace(
    /[A-Za-z0-9¼-¾⅐-⅞](?:(?:[A-Za-z0-9¼-¾⅐-⅞./+@_× -]|–(?=[A-Za-z])|,(?=\d{3}))*[A-Za-z0-9¼-¾⅐-⅞+])?/g,
    (run) => (/[A-Za-z¼-¾⅐-⅞]|\d ?× ?\d/.test(run) ? `\u2066${run}\u2069` : run),
  );

/** Model names up to this length don't wrap. */
const SHORT_NAME = 16;

/** No line breaks between a figure and its unit or a family and its name, and no line begins with a dash. */
export const keepUnits = (text: string): string =>
  text.replace(
    /(?<=\d\u2069?|ימי)\s+(?=[א-ת]+[״׳]|ליטר|קילו|ימי|עסקים)|(?<=מ־[\d,.]+|גיל|ועד|משפחת)\s+(?=ועד|[\d\u2066])|\s+(?=– )/g,
    '\u00a0',
  );

/** For titles: a number stays with the name before it (`RAAM Masa 450`). */
export const keepNumber = (name: string): string => name.replace(/ (?=\d)/g, '\u00a0');

/** For sentences: Latin runs keep their direction, and short names and figures with units don't wrap. */
export const prose = (text: string): string =>
  keepUnits(
    isolateRuns(text).replace(/\u2066[^\u2069]*\u2069/g, (run) =>
      run.length > SHORT_NAME + 2 ? run : run.replaceAll(' ', '\u00a0'),
    ),
  );
