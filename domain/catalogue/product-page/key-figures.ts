import { formatNumber } from '../../text/format.ts';

// The figures that shoppers choose by: what they are called, which of two is better, and which a kind of product shows
// on its cards and at the head of a comparison. Everything follows from a product's own data, whatever store sells it.

type Extreme = 'most' | 'least';

type Figure = {
  name: string;
  unit: string;
  /** Of several products this one is worth a word, and which; without it more is neither better nor worse. */
  best?: { is: Extreme; text: string };
};

/** By the key of the meta value. */
const figures = {
  power_hp: { name: 'הספק', unit: 'כ״ס', best: { is: 'most', text: 'החזק ביותר' } },
  engine_cc: { name: 'נפח מנוע', unit: 'סמ״ק' },
  range_km: { name: 'טווח', unit: 'ק״מ', best: { is: 'most', text: 'הטווח הארוך ביותר' } },
  weight_kg: { name: 'משקל', unit: 'ק״ג', best: { is: 'least', text: 'הקל ביותר' } },
  seat_mm: { name: 'גובה מושב', unit: 'מ״מ', best: { is: 'least', text: 'המושב הנמוך ביותר' } },
  speed_kmh: { name: 'מהירות', unit: 'קמ״ש', best: { is: 'most', text: 'המהיר ביותר' } },
  user_weight_kg: { name: 'משקל משתמש', unit: 'ק״ג', best: { is: 'most', text: 'למשקל הגבוה ביותר' } },
  length_m: { name: 'אורך', unit: 'מ׳' },
  load_kg: { name: 'עומס מותר', unit: 'ק״ג', best: { is: 'most', text: 'העומס הגדול ביותר' } },
  tow_kg: { name: 'כושר גרירה', unit: 'ק״ג', best: { is: 'most', text: 'גורר הכי הרבה' } },
  clearance_mm: { name: 'מרווח גחון', unit: 'מ״מ', best: { is: 'most', text: 'המרווח הגדול ביותר' } },
  seats: { name: 'מושבים', unit: '', best: { is: 'most', text: 'הכי הרבה מושבים' } },
  type: { name: 'סוג', unit: '' },
  material: { name: 'חומר', unit: '' },
  system: { name: 'מערכת', unit: '' },
  part_number: { name: 'מק״ט', unit: '' },
} as const satisfies Record<string, Figure>;

/** What meta values are called, by their keys. */
export const figureNames: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(figures).map(([key, { name }]) => [key, name]),
);

type Key = keyof typeof figures;
/** Not a meta value: the class is a field of the product. */
const LICENCE = 'licence_class';
type Shown = Key | typeof LICENCE;

/** Which a vehicle shows, by the first of its figures that only such a vehicle has. The last one has none. */
const vehicles: { mark?: Key; shown: Shown[] }[] = [
  // Two wheels.
  { mark: 'seat_mm', shown: ['power_hp', LICENCE, 'seat_mm', 'range_km', 'weight_kg', 'speed_kmh'] },
  // Mobility scooters.
  { mark: 'user_weight_kg', shown: ['range_km', 'speed_kmh', 'user_weight_kg', 'seats'] },
  // All-terrain and operational vehicles.
  { mark: 'clearance_mm', shown: ['power_hp', 'seats', 'clearance_mm', 'tow_kg', LICENCE] },
  // Boats and jet-skis.
  { mark: 'length_m', shown: ['length_m', 'power_hp', 'seats', 'load_kg'] },
  { shown: ['range_km', 'power_hp', 'engine_cc', 'speed_kmh', 'seats', LICENCE] },
];

const others: Record<string, Shown[]> = {
  ACCESSORY: ['type', 'material'],
  SPARE_PART: ['system', 'part_number'],
};

/** As many as a card has room for. */
const ON_CARD = 4;

type Described = { kind: string; licence_class: string | null; meta: { key: string; value: string }[] };

export type KeyFigure = { name: string; value: string; unit: string };

/** What a card says of a product. */
export const keyFigures = (product: Described): KeyFigure[] =>
  shownOf(product)
    .flatMap((key) => {
      const value = textOf(product, key);
      return value === null ? [] : [{ name: nameOf(key), value, unit: unitOf(key) }];
    })
    .slice(0, ON_CARD);

export type ComparedFigure = {
  name: string;
  /**
   * One for each product; `null`: not specified. `share`: of the greatest, from 0 to 1; `null` for what is no number.
   */
  values: ({ text: string; unit: string; share: number | null; best: string | null } | null)[];
};

/** The figures of all these kinds, product beside product, and in words which is best where that is defined. */
export function compareFigures(products: Described[]): ComparedFigure[] {
  const keys = new Set(products.flatMap(shownOf));
  return [...keys].flatMap((key) => {
    const numbers = key === LICENCE ? [] : products.map(({ meta }) => numberOf(meta, key));
    const most = Math.max(...numbers.flatMap((number) => number ?? []));
    // What is no quantity stands with the rest of the specification.
    if (key === LICENCE || most <= 0) return [];
    const { name, unit, best }: Figure = figures[key];
    // Among figures of which one is missing, the best is unknown.
    const winners = best && !numbers.includes(null) ? bestOf(numbers, best.is) : new Set<number>();
    const values = products.map((product, index) => {
      const text = textOf(product, key);
      const number = numbers[index] ?? null;
      const share = number === null ? null : number / most;
      return text === null ? null : { text, unit, share, best: best && winners.has(index) ? best.text : null };
    });
    return [{ name, values }];
  });
}

/** Indexes of the best, of two and more that are known; none where all are equal. */
export function bestOf(numbers: readonly (number | null)[], is: Extreme): Set<number> {
  const knownNumbers = numbers.flatMap((number) => number ?? []);
  const best = is === 'most' ? Math.max(...knownNumbers) : Math.min(...knownNumbers);
  if (knownNumbers.length < 2 || knownNumbers.every((number) => number === best)) return new Set();
  return new Set(numbers.flatMap((number, index) => (number === best ? index : [])));
}

function shownOf({ kind, meta }: Described): Shown[] {
  if (kind !== 'VEHICLE') return others[kind] ?? [];
  const vehicleKind = vehicles.find(({ mark }) => mark === undefined || meta.some(({ key }) => key === mark));
  return vehicleKind?.shown ?? [];
}

const nameOf = (key: Shown): string => (key === LICENCE ? 'רישיון' : figures[key].name);
const unitOf = (key: Shown): string => (key === LICENCE ? '' : figures[key].unit);

/** As it is shown; `null` where nothing is known of it. */
function textOf({ licence_class, meta }: Described, key: Shown): string | null {
  // What needs no riding licence may need another: a skipper's.
  if (key === LICENCE) return licence_class === 'none' ? null : licence_class;
  const values = meta.filter((entry) => entry.key === key).map(({ value }) => grouped(value, unitOf(key)));
  return values.length > 0 ? values.join(', ') : null;
}

/** `null` for what has several values or is none: its products can't be put in a row. */
function numberOf(meta: Described['meta'], key: Key): number | null {
  const values = meta.filter((entry) => entry.key === key).map(({ value }) => value);
  const [value = ''] = values;
  return values.length === 1 && /^\d{1,9}(\.\d{1,3})?$/.test(value) ? Number(value) : null;
}

/** `1103` as `1,103`, where it is a quantity; part numbers and the like stay unchanged. */
const grouped = (value: string, unit: string): string =>
  unit !== '' && /^\d{4,}$/.test(value) ? formatNumber(Number(value)) : value;
