import { withMeaning } from '../fillers.ts';
import { type Figure, readFigures, unmask } from './figures.ts';
import { withDigits } from './number-words.ts';
import { isOfVehicle, readPersons } from './persons.ts';
import { type SpokenSort, sortOrders } from './sort-orders.ts';

/** A query with what it says of the products' own values taken out of its text. */
export type SpokenNeeds = {
  text: string;
  figures: Figure[];
  /** Licence classes, of which a product has one. */
  licences: string[] | null;
  sortOrder: SpokenSort | null;
  /** Values that products must not have: `קטנוע לא חשמלי`. */
  excluded: string[];
  /** It asks for a vehicle that drives by electricity. */
  isElectric: boolean;
  /** It asks for a vehicle with room for so many, and its words say nothing else. */
  isForPersons: boolean;
};

const starts = String.raw`(?<![\p{L}\p{N}-])`;
const ends = String.raw`(?![\p{L}\p{N}-])`;
const word = `[לבהו]?ה?רי?שיון(?: ה?נהיגה)?`;
const noLicence = new RegExp(`${starts}(?:בלי|ללא|לא צריך|לא דורשת?|פטורה? מ)[ ־]?${word}${ends}`, 'iu');
const licence = new RegExp(
  `${starts}(?:${word}|[לבה]?דרגת ${word}|[לבה]?דרג[הת]|(?=A[12]))(?: מ?סוג| ב?דרג[הת])?[ ־-]*(A1|A2|A|B|1)${ends}`,
  'iu',
);
const ageOf = (digits: string) =>
  new RegExp(`${starts}[לבמ]?(?:גילאי|גיל|בני|בן|בת) ?(${digits})(?: ?[–-] ?\\d{1,2})?${ends}`, 'u');
const age = ageOf(String.raw`\d{2}`);
/** A child's, too young for any licence. */
const childAge = ageOf('[3-9]|1[0-5]');
const child = new RegExp(`${starts}[הל]?(?:ילד(?:ה|ים|ות)?)${ends}`, 'u');
/** Says whom it is for, and nothing of what it is. Below, `לבן 50` is as likely a white one. */
const oldAge = ageOf(String.raw`[6-9]\d`);

/** Licences that riders begin with; motorbikes of the highest one need years of riding. */
const beginner = new RegExp(`(?<=(?:אופנוע|קטנוע|מוטור|טוסטוס|סקוטר).*)${starts}למתחיל(?:ה|ים|ות)?${ends}`, 'u');
const beginnersClasses = ['A1', 'A2'];

/** By age, what may be ridden or driven first, and what may be so still (docs/glossary.md). */
const licencesFrom: [age: number, classes: string[]][] = [
  [18, ['A1', 'A2', 'B', '1']],
  [17, ['A2', 'B', '1']],
  [16, ['A2', '1']],
];

/** `בלי עור`, `לא חשמלי`: words that are no value of any product say something else. */
const exclusion = new RegExp(`${starts}ש?(?:בלי|ללא|לא) (\\p{L}+)${ends}`, 'gu');

/** Not of a part that the vehicle has (`עם מגן רוח חשמלי`, `התנעה חשמלית`). */
const ofPart = `${starts}(?:עם .*|כולל(?:ת|ים)? .*|בעלי? .*|בעלת .*|התנעה |היגוי (?:כוח )?|מגן (?:רוח )?|מצמד |חלונות? )`;
const electric = new RegExp(`(?<!(?:בלי|ללא|לא) |${ofPart})${starts}ה?חשמלי(?:ת|ים|ות)?${ends}`, 'u');

const SEATS = 'meta.seats';
const isOfSeats = (figure: Figure): boolean => figure.some(({ key }) => key === SEATS);

/**
 * Reads figures (`מעל 100 כוח סוס`, `גובה מושב עד 80`), licences (`לרישיון A1`, `בלי רישיון`, `לגיל 16`), persons
 * (`קלנועית לשניים`), superlatives (`הכי זול`) and what is not wanted (`לא חשמלי`, where `isValue` knows the word for a
 * value of products) in a query; `null` without any. Prices are read before (`price.ts`).
 */
export function readSpokenNeeds(search: string, isValue = (_word: string): boolean => false): SpokenNeeds | null {
  const { figures, masked } = readFigures(withDigits(search.normalize('NFC').replace(/\s+/g, ' ').trim()));
  let text = unmask(masked, null);
  const take = (pattern: RegExp): RegExpExecArray | null => {
    const match = pattern.exec(text);
    if (match) text = `${text.slice(0, match.index)} ${text.slice(match.index + match[0].length)}`;
    return match;
  };
  const persons = figures.some(isOfSeats) ? null : readPersons(text, take);
  if (persons !== null) figures.push([{ key: SEATS, min: persons, ...(persons === 1 && { max: 1 }) }]);
  const isForChild = take(childAge) !== null;
  if (isForChild && !child.test(text)) text = `${text} לילדים`;
  const isForElderly = take(oldAge) !== null;
  const licences = readLicences(take);
  const sortOrder = sortOrders.find(([pattern]) => take(pattern))?.[1] ?? null;
  const excluded = [...text.matchAll(exclusion)].flatMap(([, value = '']) => (isValue(value) ? [value] : []));
  text = text.replace(exclusion, (phrase, value: string) => (excluded.includes(value) ? ' ' : phrase));
  // Of goods the word says what they are for (`מטען לקטנוע חשמלי`).
  const isElectric = isOfVehicle(text) && take(electric) !== null;
  const isForAge = isForChild || isForElderly;
  if (figures.length + excluded.length === 0 && !licences && !sortOrder && !isForAge && !isElectric) return null;
  const isForPersons = figures.some(isOfSeats) && isOfVehicle(text);
  return {
    text: withMeaning(text.replace(/ +/g, ' ').trim()),
    figures,
    licences,
    sortOrder,
    excluded,
    isElectric,
    isForPersons,
  };
}

function readLicences(take: (pattern: RegExp) => RegExpExecArray | null): string[] | null {
  if (take(noLicence)) return ['none'];
  const licenceClass = take(licence)?.[1];
  if (licenceClass) return [licenceClass.toUpperCase()];
  if (take(beginner)) return beginnersClasses;
  const years = Number(take(age)?.[1] ?? 0);
  return licencesFrom.find(([from]) => years >= from && years < 30)?.[1] ?? null;
}
