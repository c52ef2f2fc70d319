/** A rate of VAT in basis points and the first day (`2025-01-01`, in Israel) that it is in force. */
export type VatRate = { from: string; bp: number };

/** `2015-10-01:17,2025-01-01:18` → rates, the newest first; `null` for anything else. */
export function parseVatRates(text: string): VatRate[] | null {
  const rates = text.split(',').map((part) => {
    const [, from = '', percent = ''] = /^\s*(\d{4}-\d{2}-\d{2}):(\d{1,2}(?:\.\d{1,2})?)\s*$/.exec(part) ?? [];
    return { from, bp: Math.round(Number(percent) * 100) };
  });
  const good = rates.every(({ from }) => isDay(from)) && new Set(rates.map(({ from }) => from)).size === rates.length;
  return good ? rates.sort((a, b) => (a.from < b.from ? 1 : -1)) : null;
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
