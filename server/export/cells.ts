import { toPercent, toShekels } from '#domain/money/money.ts';
import { ON_REQUEST } from '../import/schemas/cells.ts';

/** Values as the cells and fields of an import folder (docs/import-format.md). PostgreSQL returns sums as text. */
export type Sum = number | string | null;
export type Cell = string | number | null | undefined;

/** `42900`, `129.90`; `''` for none. */
export function shekelCell(agorot: Sum): string {
  if (agorot === null) return '';
  const shekels = toShekels(Number(agorot));
  return Number.isInteger(shekels) ? String(shekels) : shekels.toFixed(2);
}

/** The price of something for sale. */
export const priceCell = (agorot: Sum): string =>
  agorot !== null && Number(agorot) === 0 ? 'free' : shekelCell(agorot);

export const productPriceCell = (agorot: Sum, onRequest: boolean): string =>
  onRequest ? ON_REQUEST : priceCell(agorot);

export const listCell = (items: string[] | null | undefined): string => (items ?? []).join('|');

export const pairsCell = (pairs: [string, string][]): string =>
  listCell(pairs.map(([key, value]) => `${key}=${value}`));

/** The same for JSON: unset values are omitted. */
export const shekels = (agorot: Sum | undefined): number | undefined =>
  agorot === null || agorot === undefined ? undefined : toShekels(Number(agorot));

export const percent = (basisPoints: Sum): number | undefined =>
  basisPoints === null ? undefined : toPercent(Number(basisPoints));

export const nullToUndefined = <T>(value: T | null | undefined): T | undefined => value ?? undefined;
