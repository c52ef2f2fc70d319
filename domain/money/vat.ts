/** A rate of VAT in basis points and the first day (`2025-01-01`, in Israel) that it is in force. */
export type VatRate = { from: string; bp: number };

/** So far (Value Added Tax Orders, rate of tax on a transaction). They stand whatever is set: without a rate no payment is written down. */
const KNOWN: VatRate[] = [
  { from: '2015-10-01', bp: 1_700 },
  { from: '2025-01-01', bp: 1_800 },
];

/**
 * `2027-01-01:19,2028-01-01:18` → these and the known ones, the newest first; of two for one day the one that is written. `null` for
 * anything else.
 */
export function parseVatRates(text: string): VatRate[] | null {
  const rates = text.split(',').map((part) => {
    const [, from = '', percent = ''] = /^\s*(\d{4}-\d{2}-\d{2}):(\d{1,2}(?:\.\d{1,2})?)\s*$/.exec(part) ?? [];
    return { from, bp: Math.round(Number(percent) * 100) };
  });
  const good = rates.every(({ from }) => isDay(from)) && new Set(rates.map(({ from }) => from)).size === rates.length;
  if (!good) return null;
  const known = KNOWN.filter(({ from }) => rates.every((rate) => rate.from !== from));
  return [...rates, ...known].sort((a, b) => (a.from < b.from ? 1 : -1));
}

const isDay = (day: string): boolean => {
  const time = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day);
};

/** Basis points in force on a day (`2026-11-22`). @throws Error for a day before all rates */
export function vatOn(rates: VatRate[], day: string): number {
  const rate = rates.find(({ from }) => day >= from);
  if (!rate) throw new Error(`no rate of VAT is set for ${day}`);
  return rate.bp;
}
