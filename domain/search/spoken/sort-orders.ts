/**
 * What shoppers want the most or the least of: the price, a meta value, or a figure that only specifications have
 * (`specs`).
 */
export type SpokenSort = { by: 'price' | `meta.${string}` | `spec.${string}`; isDescending: boolean };

/** A figure that products are compared by. Patterns; adjectives without their endings. */
type Scale = {
  by: SpokenSort['by'];
  /** Adjectives that want much of it, or little of it. */
  most?: string;
  least?: string;
  /** What it is called: `טווח ארוך`, `הכי הרבה טווח`. */
  name: string;
  /** Names of the specifications that say it of a vehicle without the meta value, and the unit of the figure. */
  specs?: { names: string[]; unit: string };
};

const scales: Scale[] = [
  { by: 'price', most: 'יקר', least: 'זול', name: 'מחיר' },
  { by: 'meta.power_hp', most: 'חזק', least: 'חלש', name: 'הספק|כוח(?: סוס)?|כוחות(?: סוס)?|סוסים' },
  {
    by: 'meta.speed_kmh',
    most: 'מהיר',
    least: 'איטי',
    name: 'מהירות',
    specs: { names: ['מהירות מרבית'], unit: 'קמ״ש' },
  },
  {
    by: 'meta.weight_kg',
    most: 'כבד',
    least: 'קל',
    name: 'משקל',
    specs: {
      names: ['משקל', 'משקל עצמי', 'משקל מוכן לרכיבה', 'משקל עם סוללה', 'משקל יבש', 'משקל גוף ללא מנוע'],
      unit: 'ק״ג',
    },
  },
  {
    by: 'meta.seat_mm',
    most: 'גבוה',
    least: 'נמוך',
    name: '(?:גובה )?ה?מושב',
    specs: { names: ['גובה מושב'], unit: 'מ״מ' },
  },
  {
    by: 'meta.length_m',
    most: 'ארוך|גדול',
    least: 'קצר|קטן',
    name: 'אורך',
    specs: { names: ['אורך', 'אורך כולל'], unit: 'מ׳' },
  },
  { by: 'spec.width_m', most: 'רחב', least: 'צר', name: 'רוחב', specs: { names: ['רוחב'], unit: 'מ׳' } },
  { by: 'meta.range_km', name: `טווח(?: ה?נסיעה)?|ק[״"']?מ|קילומטרים` },
  { by: 'meta.engine_cc', name: 'נפח(?: ה?מנוע)?|סמ[״"\']?ק' },
  { by: 'meta.seats', name: 'מקומות(?: ישיבה)?|מושבים' },
  { by: 'meta.tow_kg', name: '(?:כושר )?ה?גרירה' },
  { by: 'meta.clearance_mm', name: '(?:מרווח )?ה?גחון' },
];
/** What a figure that has a name may be. */
const MUCH = 'גדול|גבוה|ארוך|חזק|רחוק|טוב';
const LITTLE = 'קטן|נמוך|קצר';

const starts = String.raw`(?<![\p{L}\p{N}-])`;
const ends = String.raw`(?![\p{L}\p{N}-])`;
/** A bound follows (`מושב נמוך מ־800`), which is no superlative. */
const unbounded = String.raw`(?! ?מ[ ־\d])`;

/** The adjectives in any gender and number: `נמוך`, `נמוכה`, `נמוכים`. */
const formsOf = (adjectives: string): string =>
  adjectives
    .split('|')
    .map((one) => `${one}|${one.replace(/ך$/, 'כ').replace(/ן$/, 'נ')}(?:ה|ים|ות)`)
    .join('|');

/** `הכי חזק`, `החזק ביותר`. */
const superlativeOf = (adjectives: string): string =>
  `(?:ה?הכי (?:${formsOf(adjectives)})|ה?(?:${formsOf(adjectives)}) ביותר)${unbounded}`;

/** `הכי הרבה טווח`, `טווח מרבי`, `הטווח הארוך ביותר`; `טווח ארוך` is a wish for as much of it as there is. */
const namedMost = (name: string): string =>
  `ה?הכי הרבה (?:${name})|ה?(?:${name}) ה?(?:מרבי|מירבי|מקסימלי)ת?|${namedAs(name, MUCH)}`;
const namedAs = (name: string, sizes: string): string =>
  `ה?(?:${name}) (?:ה?הכי )?ה?(?:${formsOf(sizes)})(?: ביותר)?${unbounded}`;

/** `לא יקר` wants little of it; of a figure that has a name, `מושב לא גבוה`. */
const negated = (adjectives: string, name?: string): string =>
  `${name ? `ה?(?:${name}) ` : ''}ש?לא (?:(?:כל כך|מאוד|מדי) )?(?:${formsOf(adjectives)})(?: (?:כל כך|מאוד|מדי))?${unbounded}`;

const readable = (pattern: string, by: SpokenSort['by'], isDescending: boolean): [RegExp, SpokenSort] => [
  new RegExp(`${starts}(?:עם |ב)?(?:${pattern})${ends}`, 'u'),
  { by, isDescending },
];

/** Names come first, as their adjectives are those of other figures too: `משקל נמוך`. */
const superlatives: [RegExp, SpokenSort][] = [
  ...scales.flatMap(({ by, name }) => [
    readable(namedMost(name), by, true),
    readable(`ה?הכי מעט (?:${name})|${namedAs(name, LITTLE)}|${negated(MUCH, name)}`, by, false),
  ]),
  ...scales.flatMap(({ by, most, least }) => [
    ...(most ? [readable(superlativeOf(most), by, true), readable(negated(most), by, false)] : []),
    ...(least ? [readable(superlativeOf(least), by, false)] : []),
  ]),
  readable(`ה?(?:${formsOf('זול')})${unbounded}`, 'price', false),
];

/** Who rides, in front of what is said of them: `לאדם כבד`, `לבחורה נמוכה`, `לגבוהים`. */
const riders = 'אדם|אנשים|איש|אישה|נשים|גבר|גברים|בחור|בחורה|בחורים|בחורות|רוכב|רוכבת|רוכבים|רוכבות|מישהו|מישהי|בעלי?';
/** In metres or centimetres, as it is said behind `לגבוהים`. */
const height = String.raw`(?: (?:של |בגובה |מעל |עד )?(?:1[.,]\d{1,2}|1[4-9]\d|20\d)(?: ?(?:ס[״"']?מ|מטר|מ[׳']))?)?`;
const wishOf = (adjectives: string): string => `ל(?:(?:${riders}) )?(?:${formsOf(adjectives)})${height}`;

/** Riders who need much room or a low seat, or weigh much, are best served by the figure's end. */
const wishes: [RegExp, SpokenSort][] = [
  readable(wishOf('גבוה'), 'meta.seat_mm', true),
  readable(wishOf('נמוך'), 'meta.seat_mm', false),
  readable(`${wishOf('כבד')}|ל(?:בעלי )?משקל (?:${formsOf('גבוה|כבד')})`, 'meta.user_weight_kg', true),
];

export const sortOrders: [RegExp, SpokenSort][] = [...wishes, ...superlatives];

/** The meta values that a query can ask to sort by. */
export const sortKeys: ReadonlySet<string> = new Set(sortOrders.map(([, { by }]) => by).filter((by) => by !== 'price'));

/** Which specifications say what a query can ask to sort by, for vehicles without the meta value. */
export const specifiedScales = scales.flatMap(({ by, specs }) => (specs ? [{ key: by, ...specs }] : []));

/** Units in their smallest of the same kind. */
const unitSizes: Record<string, number> = { 'מ״מ': 1, 'ס״מ': 10, 'מ׳': 1_000, 'קמ״ש': 1, קשר: 1.852 };

/** The number that a specification says, in another unit; NaN where it says none, or nothing that compares. */
export function specifiedNumber(value: string, unit: string, wanted: string): number {
  const number = /^\d[\d,]*(?:\.\d+)?$/.test(value) ? Number(value.replaceAll(',', '')) : Number.NaN;
  if (unit === wanted) return number;
  const [size, wantedSize] = [unitSizes[unit], unitSizes[wanted]];
  return size && wantedSize ? (number * size) / wantedSize : Number.NaN;
}
