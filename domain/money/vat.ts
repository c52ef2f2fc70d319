import { toBasisPoints } from './money.ts';

/** A rate of VAT in basis points and its first day (`2025-01-01`, in Israel). */
export type VatRate = { from: string; bp: number };

/**
 * Rates by law so far (docs/rules/vat.md). They apply whatever the settings say: without a rate no payment can be
 * documented.
 */
const KNOWN: VatRate[] = [
  { from: '2015-10-01', bp: 1_700 },
  { from: '2025-01-01', bp: 1_800 },
];

/**
 * Parses `2027-01-01:19,2028-01-01:18` and adds the known rates, descending by day; a written rate overrides a known
 * one of the same day. `null` for anything else.
 */
export function parseVatRates(text: string): VatRate[] | null {
  const rates = text.split(',').map((part) => {
    const [, from = '', percent = ''] = /^\s*(\d{4}-\d{2}-\d{2}):(\d{1,2}(?:\.\d{1,2})?)\s*$/.exec(part) ?? [];
    return { from, bp: toBasisPoints(Number(percent)) };
  });
  const good = rates.every(({ from }) => isDay(from)) && new Set(rates.map(({ from }) => from)).size === rates.length;
  if (!good) return null;
  return withRates(KNOWN, rates);
}

const isDay = (day: string): boolean => {
  const time = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day);
};

/** The rates with others added, descending by day; an added rate overrides one of the same day. */
export const withRates = (rates: VatRate[], newRates: VatRate[]): VatRate[] =>
  [...newRates, ...rates.filter(({ from }) => newRates.every((rate) => rate.from !== from))].sort((a, b) =>
    a.from < b.from ? 1 : -1,
  );

/** Basis points in force on a day (`2026-11-22`). @throws Error for a day before all rates */
export function vatOn(rates: VatRate[], day: string): number {
  const rate = rates.find(({ from }) => day >= from);
  if (!rate) throw new Error(`no rate of VAT is set for ${day}`);
  return rate.bp;
}

/**
 * VAT (basis points, 1800 = 18 %) inside a gross sum: gross − gross / 1.18, rounded half up to the agora
 * (docs/rules/vat.md).
 */
export function vatInside(grossAgorot: number, vatBp: number): number {
  const rate = BigInt(10_000 + vatBp);
  const net = (BigInt(grossAgorot) * 10_000n * 2n + rate) / (rate * 2n);
  return grossAgorot - Number(net);
}
