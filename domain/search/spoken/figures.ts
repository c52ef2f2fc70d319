import { isFiller } from '../fillers.ts';
import { wordsOf } from '../search-text.ts';

/** A bound of a meta value: both ends belong to it. */
type FigureBound = { key: string; min?: number; max?: number };
/** One figure of a query; a product meets it by any of the values that it has. */
export type Figure = FigureBound[];

/** What a number without `עד` or `מעל` means: about this, this exactly, or this at least (a range, a load). */
type Bare = 'near' | 'equal' | 'least';

type FigureKind = {
  key: string;
  /** Words before the number. With `named` the number is of this kind only after one of them. */
  names: string;
  named?: true;
  units: string;
  bare: Bare;
  /** How far from the number `near` reaches, of 1. */
  reach?: number;
  /** The number in the unit of the stored value. */
  scale?: (value: number, unit: string) => number;
  /** `עד 150 קילו` is how much it has to carry, not how much it may weigh. */
  carries?: true;
};

const millimetres = (value: number, unit: string): number =>
  /^ס|cm/i.test(unit) || (unit === '' && value < 200) ? value * 10 : value;
const kilograms = `ק[״"']?ג|קילוגרם|קילו|kg`;
const lengths = `מ[״"']?מ|ס[״"']?מ|mm|cm`;

/**
 * Figures of the trade, by what they are called and by their units. Where several fit the words (`עד 150 קילו`), each
 * counts for the products that have it.
 */
const kinds: FigureKind[] = [
  {
    key: 'meta.seat_mm',
    names: 'גובה ה?מושב|ה?מושב',
    named: true,
    units: lengths,
    bare: 'near',
    reach: 0.02,
    scale: millimetres,
  },
  {
    key: 'meta.clearance_mm',
    names: '(?:מרווח |גובה )?ה?גחון',
    named: true,
    units: lengths,
    bare: 'least',
    scale: millimetres,
  },
  {
    key: 'meta.power_hp',
    names: 'ה?הספק|כוח',
    units: `כ[״"']?ס|כו?חות סוס|כו?ח סוס|סוסים|סוס|hp|קילו־?וואט|קילוואט|kw`,
    bare: 'near',
    reach: 0.03,
    scale: (value, unit) => (/^ק|kw/i.test(unit) ? value * 1.36 : value),
  },
  {
    key: 'meta.engine_cc',
    names: 'נפח(?: ה?מנוע)?',
    units: `סמ[״"']?ק|קוב|cc|ccm`,
    bare: 'near',
    // A 500 has 471 cm³, and a 400 no less than 380.
    reach: 0.08,
  },
  {
    key: 'meta.speed_kmh',
    names: 'ה?מהירות(?: מרבית)?',
    units: `קמ[״"']?ש|kmh|km/h`,
    bare: 'equal',
  },
  {
    key: 'meta.range_km',
    names: 'ה?טווח(?: נסיעה)?',
    units: `ק[״"']?מ|קילומטרים|קילומטר|km`,
    bare: 'least',
  },
  {
    key: 'meta.tow_kg',
    names: '(?:כושר )?גרירה|גוררת?',
    named: true,
    units: kilograms,
    bare: 'least',
    carries: true,
  },
  {
    key: 'meta.weight_kg',
    names: 'ה?משקל|שוקלת?',
    units: kilograms,
    bare: 'near',
    reach: 0.05,
  },
  {
    key: 'meta.user_weight_kg',
    names: 'ה?משקל(?: משתמש)?|שוקלת?',
    units: kilograms,
    bare: 'least',
    carries: true,
  },
  {
    key: 'meta.load_kg',
    names: 'ה?עומס',
    named: true,
    units: kilograms,
    bare: 'least',
    carries: true,
  },
  {
    key: 'meta.seats',
    names: '',
    units: 'מושבים|מקומות(?: ישיבה)?',
    bare: 'equal',
  },
  {
    key: 'meta.seats',
    names: '',
    // Five are at home in a boat for six.
    units: 'נוסעים|נפשות|יושבים|אנשים|איש|מבוגרים',
    bare: 'least',
    carries: true,
  },
  {
    key: 'meta.length_m',
    names: 'ב?אורך',
    named: true,
    units: `מטרים|מטר|מ[׳']`,
    bare: 'near',
    reach: 0.05,
  },
];

/** The meta values that figures are about. */
export const figureKeys: ReadonlySet<string> = new Set(kinds.map(({ key }) => key));

const most =
  "עד|פחות מ|מתחת(?: ל)?|לא יותר מ|לא מעל|לכל היותר|(?:נמוך|נמוכה|קטן|קטנה|קל|קלה|קצר|קצרה) מ|מקסימום|מקס[׳']?|up to|under|below|less than|not? (?:over|above|more than)";
const least =
  'מעל|יותר מ|לפחות|החל מ|לא פחות מ|לא מתחת(?: ל)?|(?:גבוהה?|גדולה?|חזקה?|כבדה?|ארוך|ארוכה) מ|מינימום|over|above|more than|at least|not? (?:under|below|less than)';
const starts = String.raw`(?<![\p{L}\p{N}.,])`;
const ends = String.raw`(?![\p{L}\p{N}])`;
const number = String.raw`(\d{1,3}(?:,\d{3})+|\d{1,6}(?:\.\d{1,2})?)`;
const dash = ' ?[־–-]? ?';
/** No unit follows: with one the number is of another kind. */
const noUnit = String.raw`(?![\d.,×%/]| ?[\p{L}]{1,4}[״"'׳][\p{L}]| ?(?:אלף|אלפים|שקל|₪))`;
/** Nor any other word that tells what is counted; `עד 500 סמ״ק`, `2–4 נוסעים`, `עד 20%`. */
export const uncounted = String.raw`(?![\d.,×%]|[-–]\d| ?(?:[\p{L}]{1,3}[״"'׳][\p{L}]|סמק|קמש?|קג|כס|קוב|וואט|ואט|וולט|ולט|שעות|שנים|שנה|דקות|נוסעים|מושבים|מקומות|איש|אנשים|מבוגרים|נפשות|יושבים|מטר|ליטר|אינץ|אמפר|תשלומים|cc|km|kg|hp|kw|w|v|mm|cm|l)(?![\p{L}\p{N}]))`;

type Pattern = { kind: FigureKind; single: RegExp; between: RegExp };

const patternsOf = (kind: FigureKind): Pattern[] => {
  const { names, named, units } = kind;
  const bound = `(?:(?<most>${most})|(?<least>${least})|(?<of>של|ל|כ|ב|בערך|סביב|בסביבות))?${dash}`;
  const unit = `${dash}(?<unit>${units})${ends}`;
  const both = `(?:בין|מ|between|from)${dash}${number}${dash}(?:ועד|עד|ל|ו|to|and|[–-])${dash}${number}`;
  const make = (before: string, behind: string): Pattern => ({
    kind,
    between: new RegExp(`${starts}${before}${both}${behind}`, 'iu'),
    single: new RegExp(`${starts}${before}${bound}${number}${behind}`, 'iu'),
  });
  const called = names && `[לבה]?(?:${names}) ?(?:של )?`;
  return [
    // With its name a number needs no unit, but may not be one of another kind.
    ...(names ? [make(called, `(?:${unit}|${noUnit})`)] : []),
    ...(named ? [] : [make('', unit)]),
  ];
};
const patterns = kinds.flatMap(patternsOf);

/** Those that are called by the size of their engine: no `קטנוע עד 125` is sought by its price. */
const engined = new Set(
  wordsOf(
    'אופנוע אופנועים אופנועי מוטור קטנוע קטנועים קטנועי טוסטוס סקוטר טרקטורון טרקטורונים motorcycle motorbike scooter atv quad',
  ),
);
const engine = String.raw`([5-9]\d|[1-9]\d\d|1\d{3})`;
const ofEngine: Pattern[] = kinds
  .filter(({ key }) => key === 'meta.engine_cc')
  .map((kind) => {
    const bound = `(?:(?<most>${most})|(?<least>${least})|בערך|סביב|בסביבות|around|about)`;
    const behind = String.raw`${noUnit}${uncounted}(?! ?(?:שח|לחודש|בחודש|k|nis|ils)(?![\p{L}\p{N}]))`;
    return {
      kind,
      between: new RegExp(
        `${starts}(?:בין|מ|between|from)${dash}${engine}${dash}(?:ועד|עד|ל|ו|to|and|[–-])${dash}${engine}${behind}`,
        'iu',
      ),
      single: new RegExp(`${starts}${bound}${dash}${engine}${behind}`, 'iu'),
    };
  });

/** The patterns for a text: of one that begins with such a vehicle, a small number without any unit is its engine's. */
const patternsFor = (text: string): Pattern[] =>
  engined.has(wordsOf(text).find((word) => !isFiller(word)) ?? '') ? [...patterns, ...ofEngine] : patterns;

const toNumber = (digits: string): number => Number(digits.replaceAll(',', ''));

function boundOf({ kind }: Pattern, match: RegExpExecArray, isBetween: boolean): FigureBound {
  const { key, bare, reach = 0, carries, scale = (value) => value } = kind;
  const { groups = {} } = match;
  const numbers = match.slice(1).filter((group) => group !== undefined && /^\d[\d,.]*$/.test(group));
  const [first = 0, second = 0] = numbers.map((digits) => scale(toNumber(digits), groups.unit ?? ''));
  if (isBetween) return { key, min: first, max: second };
  if (groups.least) return { key, min: first };
  if (groups.most) return carries ? { key, min: first } : { key, max: first };
  if (bare === 'least') return { key, min: first };
  return bare === 'equal'
    ? { key, min: first, max: first }
    : { key, min: first * (1 - reach), max: first * (1 + reach) };
}

/** The place of a figure in a text that waits for the others to be read; no text of a query has it. */
const placeholder = (at: number): string => `\uE000${'abcd'[at]}\uE001`;

type FiguresRead = { figures: Figure[] /** With a placeholder for each figure. */; masked: string; phrases: string[] };

const MAX_FIGURES = 4;

/** The figures of a query: `מעל 100 כוח סוס`, `גובה מושב עד 80`, `125 סמ״ק`. */
export function readFigures(text: string): FiguresRead {
  const figures: Figure[] = [];
  const phrases: string[] = [];
  let masked = text.replace(/[\uE000\uE001]/g, ' ');
  const fitting = patternsFor(masked);
  while (figures.length < MAX_FIGURES && /\d/.test(masked)) {
    const firstFigure = firstOf(masked, fitting);
    if (!firstFigure) break;
    const { phrase, index, bounds } = firstFigure;
    masked = `${masked.slice(0, index)} ${placeholder(figures.length)} ${masked.slice(index + phrase.length)}`;
    figures.push(bounds);
    phrases.push(phrase);
  }
  return { figures, masked: masked.replace(/ +/g, ' ').trim(), phrases };
}

/** The first phrase that is a figure, with all that it may be of: the same words can be of several kinds. */
function firstOf(text: string, fitting: Pattern[]): { phrase: string; index: number; bounds: FigureBound[] } | null {
  let best: { phrase: string; index: number } | null = null;
  let bounds: FigureBound[] = [];
  for (const pattern of fitting) {
    for (const isBetween of [true, false]) {
      const match = (isBetween ? pattern.between : pattern.single).exec(text);
      if (!match) continue;
      const { 0: phrase, index } = match;
      const bound = boundOf(pattern, match, isBetween);
      const isLonger = !best || phrase.length > best.phrase.length;
      if (isLonger) {
        best = { phrase, index };
        bounds = [bound];
      } else if (phrase === best?.phrase && !bounds.some(({ key }) => key === bound.key)) bounds.push(bound);
      break;
    }
  }
  return best && { ...best, bounds };
}

/** The text with its figures in their places again, or without them. */
export const unmask = (masked: string, phrases: string[] | null): string =>
  masked
    .replace(/\uE000([a-d])\uE001/g, (_, at: string) => phrases?.['abcd'.indexOf(at)]?.trim() ?? '')
    .replace(/ +/g, ' ')
    .trim();
