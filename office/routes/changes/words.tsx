import type { ReactNode } from 'react';
import { toShekels } from '#domain/money/money.ts';
import { fieldUnit } from '#domain/text/field-names.ts';
import { formatExactPrice } from '#domain/text/format.ts';
import { Moment } from '../../components/texts.tsx';

/** Letters of a value with parts that are shown without a press. */
const AT_ONCE = 200;

/** A value of the log as staff read it. `names`: of what uuids refer to. */
export function Value({
  column,
  value,
  names,
}: {
  column: string;
  value: unknown;
  names: Record<string, string>;
}): ReactNode {
  if (value === null || value === undefined || value === '') return <span className="text-ink-3">ריק</span>;
  if (value === '•••') return <span title="הערך אינו נשמר ביומן">•••</span>;
  if (typeof value === 'boolean') return value ? 'כן' : 'לא';
  const unit = fieldUnit(column);
  if (unit === 'agorot' && typeof value === 'number') return <bdi>{formatExactPrice(toShekels(value))}</bdi>;
  if (unit === 'percent' && typeof value === 'number') return <bdi>{value / 100}%</bdi>;
  if (unit === 'moment' && typeof value === 'string') return <Moment at={value} />;
  if (typeof value === 'string') return <bdi className="break-words">{names[value] ?? value}</bdi>;
  if (typeof value === 'number') return <bdi>{value}</bdi>;
  const text = JSON.stringify(value, null, 1);
  const code = (
    <code dir="ltr" className="block text-xs break-words whitespace-pre-wrap">
      {text}
    </code>
  );
  if (text.length <= AT_ONCE) return code;
  return (
    <details>
      <summary className="min-h-6 font-medium">הערך במלואו</summary>
      {code}
    </details>
  );
}

/** Objects are compared by their keys: of a store's settings, only what changed is shown. */
export function changedFields(
  before: Record<string, unknown> | null,
  after: Record<string, unknown> | null,
): { path: string; column: string; before: unknown; after: unknown }[] {
  const columns = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return columns.flatMap((column) => differences(column, column, before?.[column], after?.[column]));
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isList = (value: unknown): value is Record<string, unknown>[] => Array.isArray(value) && value.every(isObject);

function differences(path: string, column: string, before: unknown, after: unknown): ReturnType<typeof changedFields> {
  // Of a list that has kept its length, what changed in each of its rows.
  if (isList(before) && isList(after) && before.length === after.length)
    return before.flatMap((one, at) =>
      JSON.stringify(one) === JSON.stringify(after[at]) ? [] : differences(`${path}.${at + 1}`, column, one, after[at]),
    );
  if (!isObject(before) || !isObject(after)) return [{ path, column, before, after }];
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return keys
    .filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]))
    .flatMap((key) => differences(`${path}.${key}`, key, before[key], after[key]));
}
