import { toShekels } from '#domain/money/money.ts';

/** Marks of direction, which Excel and mail programs put around numbers. */
const DIRECTION = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
const CURRENCY = /₪|ש["״']{0,2}ח|NIS|ILS/gi;

/** `₪ 1,234.50` → `1234.50`; what is no sum stays as it is, so that the error shows it. */
function sum(cell: string): string {
  const text = cell.replace(DIRECTION, '').replace(CURRENCY, '').replace(/\s/g, '').replace(/\.-$/, '');
  const digits = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(text) ? text.replaceAll(',', '') : text;
  return /^\d+(?:\.\d+)?$/.test(digits) ? digits.replace(/(\.\d\d)0+$/, '$1') : cell;
}

const productPrice = (cell: string): string => (/^(?:מחיר )?לפי פנ?י+ה$/.test(cell) ? 'on request' : sum(cell));

function pieces(cell: string): string {
  const text = cell.replace(DIRECTION, '').replace(/\s/g, '');
  if (/^(?:אזל|אזלהמלאי|איןבמלאי|אין)$/.test(text)) return '0';
  const whole = text.replace(/\.0+$/, '');
  return /^\d{1,3}(?:,\d{3})+$/.test(whole) ? whole.replaceAll(',', '') : /^\d+$/.test(whole) ? whole : cell;
}

const oneOf =
  (names: Record<string, string>) =>
  (cell: string): string =>
    names[cell] ?? cell;

const words: Record<string, (cell: string) => string> = {
  price: productPrice,
  deleted_price: sum,
  deposit: sum,
  cost: sum,
  stock: pieces,
  stock_exported: pieces,
  default: oneOf({ כן: 'yes', לא: '' }),
  active: oneOf({ כן: 'yes', לא: 'no' }),
  standard: oneOf({ כן: 'yes', תקן: 'yes', תוספת: 'optional' }),
  kind: oneOf({ רכב: 'VEHICLE', אביזר: 'ACCESSORY', 'חלק חילוף': 'SPARE_PART', חלפים: 'SPARE_PART', שירות: 'SERVICE' }),
  stock_policy: oneOf({
    במלאי: 'IN_STOCK',
    'הזמנה מוקדמת': 'PRE_ORDER',
    'לפי פנייה': 'ON_REQUEST',
    אזל: 'OUT_OF_STOCK',
  }),
};

/** A cell of a supplier's sheet as the importer writes it: sums without signs and separators, states by their names. */
export const cleaned = (column: string, cell: string): string => words[column]?.(cell.trim()) ?? cell.trim();

/** What shoppers pay: a cost stays without VAT. */
const PAID = ['price', 'deleted_price', 'deposit'];

/**
 * Whether a workbook's cell is a sum with parts of an agora, which a formula has made: ״1.234״ may be thousands, typed
 * as text.
 */
export const isCalculated = (column: string, cell: string): boolean =>
  [...PAID, 'cost'].includes(column) && /^\d+\.\d\d+[1-9]\d*$/.test(cell) && !/^\d{1,3}\.\d{3}$/.test(cell);

/**
 * A sum of a sheet with the VAT that its prices are without, rounded half up to the agora. What is no sum stays, so
 * that the error shows it, and so does one with parts of an agora that isn't `calculated`.
 */
export function roundedSum(column: string, cell: string, vatBp: number, calculated: boolean): string {
  const rate = PAID.includes(column) ? vatBp : 0;
  const [, whole = '', parts = ''] = /^(\d+)(?:\.(\d+))?$/.exec(cell) ?? [];
  if ((rate === 0 && !calculated) || whole === '' || (parts.length > 2 && !calculated)) return cell;
  const divisor = 10_000n * 10n ** BigInt(parts.length);
  const sum = BigInt(whole + parts) * 100n * BigInt(10_000 + rate);
  const agorot = (2n * sum + divisor) / (2n * divisor);
  return toShekels(Number(agorot)).toFixed(2);
}
