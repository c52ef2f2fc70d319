import type { ReactNode } from 'react';
import { kindNames, stockPolicyNames } from '#domain/catalogue/kind-names.ts';
import { toPercent, toShekels } from '#domain/money/money.ts';
import { orderStateNames, paymentStateNames } from '#domain/orders/states.ts';
import { leadStateNames } from '#domain/people/lead-states.ts';
import { tradeInStateNames } from '#domain/people/trade-in-questions.ts';
import { fieldName, fieldUnit } from '#domain/text/field-names.ts';
import { formatExactPrice } from '#domain/text/format.ts';
import { Moment } from '../../components/shown-values.tsx';

/** Letters of a value with parts that are shown without a press. */
const LONGEST_UNFOLDED = 200;

/** Values that have a name everywhere else in the office. */
const valueNames: Record<string, Record<string, string>> = {
  'orders.status': orderStateNames,
  'orders.payment_status': paymentStateNames,
  'payments.status': paymentStateNames,
  'leads.state': leadStateNames,
  'trade_ins.state': tradeInStateNames,
  'order_trade_ins.state': tradeInStateNames,
  'products.kind': kindNames,
  'products.stock_policy': stockPolicyNames,
};

/** A value of the log as staff read it. `names`: of what uuids refer to. */
export function Value({
  table,
  column,
  value,
  names,
}: {
  table: string;
  column: string;
  value: unknown;
  names: Record<string, string>;
}): ReactNode {
  if (value === null || value === undefined || value === '') return <span className="text-ink-3">ריק</span>;
  if (value === '•••') return <span title="הערך אינו נשמר ביומן">•••</span>;
  if (typeof value === 'boolean') return value ? 'כן' : 'לא';
  const unit = fieldUnit(column);
  if (unit === 'agorot' && typeof value === 'number')
    return <bdi className="whitespace-nowrap">{formatExactPrice(toShekels(value))}</bdi>;
  if (unit === 'percent' && typeof value === 'number') return <bdi>{toPercent(value)}%</bdi>;
  if (unit === 'moment' && typeof value === 'string') return <Moment at={value} />;
  if (typeof value === 'string')
    return <bdi className="break-words">{valueNames[`${table}.${column}`]?.[value] ?? names[value] ?? value}</bdi>;
  if (typeof value === 'number') return <bdi>{value}</bdi>;
  const text = JSON.stringify(value, null, 1);
  const code = (
    <code dir="ltr" className="block text-xs break-words whitespace-pre-wrap">
      {text}
    </code>
  );
  if (text.length <= LONGEST_UNFOLDED) return code;
  return (
    <details>
      <summary className="min-h-6 font-medium">הערך במלואו</summary>
      {code}
    </details>
  );
}

/** Letters of a value that a line has room for. */
const SHORT = 40;
const isShort = (value: unknown): boolean =>
  typeof value === 'string'
    ? value.length <= SHORT && !value.includes('<')
    : value === null || typeof value !== 'object';

/** Of an update of one field, what it was and what it is now, where that is short; else which fields changed. */
export function FieldsInShort({
  row: { table, fields, before, after },
  names,
}: {
  row: {
    table: string;
    fields: string[];
    before: Record<string, unknown> | null;
    after: Record<string, unknown> | null;
  };
  names: Record<string, string>;
}): ReactNode {
  const all = fields.map((field) => fieldName(table, field)).join(', ');
  if (fields.length > 1) return `${fields.length} שדות: ${all}`;
  const [one, ...more] = changedFields(before, after);
  if (!one || more.length > 0 || !isShort(one.before) || !isShort(one.after)) return all;
  const { path, column } = one;
  return (
    <>
      {all}
      {path !== column && ` (${fieldName(table, column)})`}:{' '}
      <Value table={table} column={column} value={one.before} names={names} />
      <span aria-hidden> ← </span>
      <span className="sr-only"> השתנה ל: </span>
      <span className="text-ink">
        <Value table={table} column={column} value={one.after} names={names} />
      </span>
    </>
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
