import { OperatorError } from '#db/operator-error.ts';
import { isDay } from '#domain/calendar/israel-time.ts';
import { toAgorot } from '#domain/money/money.ts';

type Value = string | boolean | undefined;

/** A day; `null` where none is named. @throws OperatorError */
export function dayOption(name: string, value: Value): string | null {
  if (value === undefined) return null;
  if (!isDay(String(value))) throw new OperatorError(`--${name} is a day: 2026-01-31`);
  return String(value);
}

/** How many rows are listed. @throws OperatorError */
export function limitOption(value: Value, usual: number, most: number): number {
  const limit = Number(value ?? usual);
  if (!Number.isInteger(limit) || limit < 1 || limit > most)
    throw new OperatorError(`--limit is a number up to ${most}`);
  return limit;
}

/** `1,234.50` or `1234.5` → agorot; `undefined` stays. @throws OperatorError */
export function agorotOption(value: Value, name = 'amount'): number | undefined {
  if (value === undefined) return undefined;
  const digits = String(value).replaceAll(',', '');
  if (!/^\d{1,9}(\.\d{1,2})?$/.test(digits) || Number(digits) === 0)
    throw new OperatorError(`--${name} is a sum in shekels, with at most two decimals`);
  return toAgorot(Number(digits));
}
