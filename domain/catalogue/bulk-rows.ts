import { type StockPolicy, stockPolicyNames } from './kind-names.ts';
import { isJump, priceFaults, storePriceFaults } from './price-rules.ts';

/** What the bulk editor changes of a product. Sums are agorot. */
export const bulkFields = {
  name: 'שם',
  price: 'מחיר, כולל מע״מ',
  deletedPrice: 'מחיר קודם',
  policy: 'מכירה',
  stock: 'מלאי',
  published: 'מוצג',
  storePrice: 'מחיר בחנות',
} as const;
export type BulkField = keyof typeof bulkFields;
export type BulkValue = string | number | boolean | null;

/** `store`: of what each store has for itself. */
export type BulkCell = { field: BulkField; store: string | null; was: BulkValue; now: BulkValue };
export type BulkChange = { product: string; cells: BulkCell[] };

/** What a store has of a product: whether it is shown, and its price. */
type BulkPlace = [published: boolean, price: number | null];
export type BulkRow = {
  uuid: string;
  name: string;
  slug: string;
  /** 0 where it is on request. */
  price: number;
  deletedPrice: number | null;
  deposit: number | null;
  onRequest: boolean;
  policy: StockPolicy;
  /** By uuid: the person's alone. */
  stores: Record<string, BulkPlace>;
  /** Its variants that can be bought; the stock is changed here where there is one. */
  variants: { uuid: string; sku: string; stock: number }[];
  may: { edit: boolean; price: boolean; stock: boolean };
};

/** A cell's value as it is stored; `undefined` where the row has no such cell. */
export function cellValueOf(row: BulkRow, field: BulkField, store: string | null): BulkValue | undefined {
  const place = store ? row.stores[store] : undefined;
  switch (field) {
    case 'published':
      return place?.[0];
    case 'storePrice':
      return place && (place[1] ?? null);
    case 'stock':
      return row.variants.length === 1 ? row.variants[0]?.stock : undefined;
    case 'price':
      return row.onRequest ? null : row.price;
    default:
      return row[field];
  }
}

/** The row with its changed cells. */
export function withCells(row: BulkRow, cells: Pick<BulkCell, 'field' | 'store' | 'now'>[]): BulkRow {
  const next = { ...row, stores: { ...row.stores } };
  for (const { field, store, now } of cells) {
    const place = store ? next.stores[store] : undefined;
    if (store && place && field === 'published') next.stores[store] = [now === true, place[1]];
    else if (store && place && field === 'storePrice') next.stores[store] = [place[0], now as number | null];
    else if (field === 'stock') next.variants = next.variants.map((one) => ({ ...one, stock: Number(now) }));
    else if (field === 'name') next.name = String(now);
    else if (field === 'policy') next.policy = now as StockPolicy;
    else if (field === 'price') next.price = Number(now ?? 0);
    else if (field === 'deletedPrice') next.deletedPrice = now as number | null;
  }
  return next;
}

type Fault = { field: BulkField; store: string | null; message: string };

type Cells = Pick<BulkCell, 'field' | 'store'>[];
const has = (cells: Cells, ...fields: BulkField[]) => cells.some(({ field }) => fields.includes(field));

/** What is wrong with the row as it would be, at the cell that was changed: the rules of the product's own forms. */
export const faultsOf = (after: BulkRow, cells: Cells): Fault[] => [
  ...ownFaults(after, cells).map(([field, message]): Fault => ({ field, store: null, message })),
  ...priceFaultsOf(after, cells).map(([field, message]): Fault => ({ field, store: null, message })),
  ...storeFaults(after, cells),
];

function ownFaults({ name, policy, onRequest, variants }: BulkRow, cells: Cells): [BulkField, string][] {
  const faults: [BulkField, string | false][] = [];
  if (has(cells, 'name'))
    faults.push(['name', name.trim() === '' && 'הזינו שם'], ['name', name.length > 200 && 'עד 200 תווים']);
  if (has(cells, 'policy'))
    faults.push(
      ['policy', !Object.hasOwn(stockPolicyNames, policy) && 'בחרו איך המוצר נמכר'],
      ['policy', onRequest && policy !== 'ON_REQUEST' && 'מוצר שמחירו לפי פנייה נמכר רק לפי פנייה. קבעו לו קודם מחיר'],
    );
  const stock = variants[0]?.stock ?? -1;
  if (has(cells, 'stock'))
    faults.push([
      'stock',
      !(Number.isInteger(stock) && stock >= 0 && stock <= 1_000_000) && 'כתבו מספר שלם שאינו שלילי',
    ]);
  return faults.filter((fault): fault is [BulkField, string] => fault[1] !== false);
}

function priceFaultsOf(after: BulkRow, cells: Cells): [BulkField, string][] {
  if (!has(cells, 'price', 'deletedPrice')) return [];
  /** Of two cells that don't agree, the one that was changed. */
  const changed = (field: 'price' | 'deletedPrice') => (has(cells, field) ? field : 'price');
  if (after.onRequest) return [[has(cells, 'price') ? 'price' : 'deletedPrice', 'המחיר של המוצר הוא לפי פנייה']];
  const { price, deposit, deletedPrice } = priceFaults(after, has(cells, 'price') ? null : after.price);
  const ofPrice = price ?? deposit;
  return [
    ...(ofPrice ? [['price', ofPrice] as [BulkField, string]] : []),
    ...(deletedPrice ? [[changed('deletedPrice'), deletedPrice] as [BulkField, string]] : []),
  ];
}

/** A store's former price isn't in the editor: one that its price reaches is cleared. */
const storeFaults = (after: BulkRow, cells: Cells): Fault[] =>
  cells.flatMap(({ field, store }) => {
    const place = store ? after.stores[store] : undefined;
    if (field !== 'storePrice' || !place) return [];
    const { price } = storePriceFaults({ price: place[1], deletedPrice: null }, after);
    return price ? [{ field, store, message: price }] : [];
  });

/** Prices that change by more than half, which have to be confirmed. A store without a price has the product's. */
export function jumpsOf(before: BulkRow, after: BulkRow): { store: string | null; from: number; to: number }[] {
  const jumps = [{ store: null as string | null, from: before.price, to: after.price }];
  for (const [store, [, price]] of Object.entries(after.stores)) {
    const was = before.stores[store]?.[1] ?? null;
    if (price !== was) jumps.push({ store, from: was ?? before.price, to: price ?? after.price });
  }
  return jumps.filter(({ from, to }) => from > 0 && isJump(from, to));
}
