import { atIsraelTime, israelDay } from '#domain/calendar/israel-time.ts';
import { formatExactPrice, formatTime, isolate } from '#domain/text/format.ts';
import { parseNumber } from '#domain/text/typed-number.ts';

/** What is searched for in a store: the name that a file has for it, and how staff call it. */
export type Wanted = 'product' | 'collection' | 'page' | 'brand' | 'link';
type Option = { value: string; label: string };
export type Values = Record<string, unknown>;

type Common = {
  name: string;
  label: string;
  hint?: string;
  required?: boolean;
  /** Over the whole row of the form. */
  wide?: boolean;
  /** Where the other values of its group ask for it. */
  when?: (values: Values) => boolean;
};
/** A field of a store's file, in the file's own shape (docs/import-format.md). A screen is a list of these. */
export type Field = Common &
  (
    | { kind: 'text'; ltr?: boolean /** An empty text says something: a closed day. */; keepsEmpty?: boolean }
    | {
        kind:
          | 'long'
          | 'color'
          | 'day'
          | 'moment'
          | 'israel-moment'
          | 'flag'
          | 'number'
          | 'numbers'
          | 'percent'
          | 'sum'
          | 'html';
      }
    | { kind: 'picture' /** The shop shows it on its dark ground. */; onDark?: boolean }
    | { kind: 'film' /** Where it is sent to, in pieces. */; sentTo: string }
    | { kind: 'choice'; options: readonly Option[] /** What having none of them means. */; none?: string }
    | { kind: 'search'; wanted: Wanted }
    | { kind: 'names'; wanted?: Wanted; options?: readonly Option[] }
    | {
        kind: 'group';
        fields: readonly Field[] /** May be left out as a whole. */;
        optional?: boolean /** Beside its box, instead of ‘show’. */;
        ask?: string;
      }
    | {
        kind: 'list';
        fields: readonly Field[];
        /** On the button that adds one. */
        add: string;
        /** What a row is called in the list. */
        title: (row: Values) => string;
        empty: Values;
      }
  );

export type FieldError = { path: string; message: string };
export type ViewProps<F extends Field = Field> = {
  field: F;
  value: unknown;
  onChange: (value: unknown) => void;
  /** In the file, as errors name it. */
  path: string;
  errors: FieldError[];
};

/** What a form holds of a file's values: numbers and times as they are typed. */
export function toForm(fields: readonly Field[], values: Values): Values {
  return {
    ...values,
    ...Object.fromEntries(fields.map((field) => [field.name, valueToForm(field, values[field.name])])),
  };
}

function valueToForm(field: Field, value: unknown): unknown {
  switch (field.kind) {
    case 'number':
    case 'percent':
    case 'sum':
    case 'numbers':
      return [value ?? ''].flat().join(' ');
    case 'moment':
      return typeof value === 'string' && value ? israelInput(new Date(value)) : '';
    case 'israel-moment':
      return typeof value === 'string' ? value.replace(' ', 'T') : '';
    case 'flag':
      return value === true;
    case 'names':
      return Array.isArray(value) ? value : [];
    case 'list':
      return Array.isArray(value) ? value.map((row) => toForm(field.fields, row as Values)) : [];
    case 'group':
      return isRecord(value) ? toForm(field.fields, value) : field.optional ? null : toForm(field.fields, {});
    default:
      return typeof value === 'string' ? value : '';
  }
}

/** The file's values of what a form holds. What is empty is left out; names that no field shows stay. */
export function toFile(fields: readonly Field[], form: Values): Values {
  const hidden = fields.map((field) => [field.name, undefined]);
  // A name may have several fields, of which one is shown.
  const shown = fields
    .filter((field) => isShown(field, form))
    .map((field) => [field.name, valueToFile(field, form[field.name])]);
  return { ...form, ...Object.fromEntries([...hidden, ...shown]) };
}

export const isShown = (field: Field, values: Values): boolean => !field.when || field.when(values);

function valueToFile(field: Field, value: unknown): unknown {
  switch (field.kind) {
    case 'number':
    case 'percent':
    case 'sum':
      return typedNumber(String(value ?? ''));
    case 'numbers': {
      const typed = String(value ?? '').trim();
      return typed === '' ? undefined : typed.split(/\s+/).map(typedNumber);
    }
    case 'moment': {
      const typed = String(value ?? '');
      return typed === '' ? undefined : (atIsraelTime(typed.slice(0, 10), typed.slice(11, 16))?.toISOString() ?? typed);
    }
    case 'israel-moment':
      return String(value ?? '').replace('T', ' ') || undefined;
    case 'flag':
      return value === true;
    case 'names':
      return Array.isArray(value) && value.length > 0 ? value : undefined;
    case 'list':
      return (value as Values[]).map((row) => toFile(field.fields, row));
    case 'group':
      return isRecord(value) ? toFile(field.fields, value) : undefined;
    case 'text':
      return field.keepsEmpty ? value : value || undefined;
    default:
      return value || undefined;
  }
}

/** What is no number is left as it is typed, for the rule to refuse. */
const typedNumber = (typed: string): unknown =>
  typed.trim() === '' ? undefined : (parseNumber(typed) ?? typed.trim());

/** A sum as it is typed, for the title of a row; empty where none is. */
export const sumTitle = (value: unknown): string => {
  const sum = parseNumber(String(value ?? ''));
  return sum === undefined ? '' : isolate(formatExactPrice(sum));
};

/** As browsers' fields for a day and an hour have it. */
export const israelInput = (at: Date): string => `${israelDay(at)}T${formatTime(at)}`;

export const isRecord = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value at a path of a file (`home.hero`). */
export const valueAt = (values: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((inner, name) => (isRecord(inner) ? inner[name] : undefined), values);

/** The values with another one at the path. */
export function withValueAt(values: Values, path: string, value: unknown): Values {
  const [name = '', ...rest] = path.split('.');
  const inner = values[name];
  return {
    ...values,
    [name]: rest.length === 0 ? value : withValueAt(isRecord(inner) ? inner : {}, rest.join('.'), value),
  };
}

/** The field at a path, through groups. */
export function fieldAt(fields: readonly Field[], path: string): Field | undefined {
  const [name, ...rest] = path.split('.');
  const field = fields.find((one) => one.name === name);
  return field?.kind === 'group' && rest.length > 0 ? fieldAt(field.fields, rest.join('.')) : field;
}
