import type { ZodType } from 'zod';
import type { $ZodIssue, $ZodType, $ZodTypes, output } from 'zod/v4/core';
import { parseNumber } from '../text/typed-number.ts';
import { errorText } from './error-text.ts';

/** By field name; under '' what is wrong with the form as a whole. In the schema's order. */
export type FormErrors = Partial<Record<string, string>>;
/** What was typed, by field name, for a form that is shown again. Several values where a name repeats. */
export type FormValues = Partial<Record<string, string | string[]>>;
/** A form that the server doesn't take; `message` is shown where no field is to blame. */
export type FormReply = { errors: FormErrors; values: FormValues; message?: string };

export type Parsed<Schema extends ZodType> =
  | { data: output<Schema>; errors?: undefined; values: FormValues }
  | { data?: undefined; errors: FormErrors; values: FormValues };

/** More rows of a list than any form has. */
const MAX_ROWS = 500;
/** Longer than any field's name; of a hostile one no prefix is kept. */
const LONGEST_NAME = 200;

/**
 * Reads a form by a schema, in the browser and on the server. The schema says which names are read and what their text
 * becomes (numbers, checkboxes, lists); all others are passed over. Objects are `address.city`, rows of a list
 * `lines[0].quantity`, and several values of one name a list of texts. An empty field, or one of spaces, counts as not
 * given, where the schema allows that. Lines end in \n, as the browser counts them.
 * @throws TypeError for a schema that no form can hold
 */
export function parseForm<Schema extends ZodType>(schema: Schema, form: FormData): Parsed<Schema> {
  const reader = new Reader(form);
  const readValues = reader.read(schema, '');
  const values = Object.fromEntries(reader.values);
  const { success, data, error } = schema.safeParse(readValues, { error: errorText });
  if (success) return { data, values };
  const errors: FormErrors = {};
  for (const issue of inSequence(error.issues, [...reader.values.keys()]))
    errors[nameOf(issue.path)] ??= messageOf(issue);
  return { errors, values };
}

/**
 * What a schema's own checks (`refine`) find comes after all of its fields' issues; of no field, it stays where it is.
 */
function inSequence(issues: readonly $ZodIssue[], names: string[]): $ZodIssue[] {
  let last = 0;
  const placed = issues.map((issue) => {
    const at = names.indexOf(nameOf(issue.path));
    if (at >= 0) last = at;
    return { issue, at: last };
  });
  return placed.sort((one, other) => one.at - other.at).map(({ issue }) => issue);
}

/**
 * `['lines', 0, 'quantity']` → `lines[0].quantity`; `['tags', 0]` → `tags`, as such a list is one name several times.
 */
const nameOf = (path: PropertyKey[]): string =>
  (typeof path.at(-1) === 'number' ? path.slice(0, -1) : path).reduce<string>(
    (name, key) => (typeof key === 'number' ? `${name}[${key}]` : name === '' ? String(key) : `${name}.${String(key)}`),
    '',
  );

/** Of a union what its last option says, which is the one that is usually meant: '' or an address. */
const messageOf = (issue: $ZodIssue): string => {
  const last = issue.code === 'invalid_union' && issue.message === '' ? issue.errors.at(-1)?.[0] : undefined;
  return last ? messageOf(last) : issue.message || errorText(undefined);
};

class Reader {
  /** Text by the names that the schema has asked for. */
  readonly values = new Map<string, string | string[]>();
  private readonly fields = new Map<string, FormDataEntryValue[]>();
  /** Everything that a name begins with before a `.` or `[`. */
  private readonly groups = new Set<string>();

  constructor(form: FormData) {
    for (const [name, value] of form) {
      const same = this.fields.get(name);
      if (same) same.push(value);
      else this.fields.set(name, [value]);
      if (name.length > LONGEST_NAME) continue;
      for (const { index } of name.matchAll(/[.[]/g)) this.groups.add(name.slice(0, index));
    }
  }

  /** What the fields under `name` hold, in the shape that `schema` asks for; what doesn't fit stays text. */
  read(schema: $ZodType, name: string): unknown {
    const { def } = (schema as $ZodTypes)._zod;
    switch (def.type) {
      case 'object':
        return Object.fromEntries(
          Object.entries(def.shape).map(([key, field]) => [
            key,
            this.read(field, name === '' ? key : `${name}.${key}`),
          ]),
        );
      case 'array':
        return this.list(def.element, name);
      case 'optional':
      case 'default':
      case 'prefault':
      case 'catch': {
        const inner = this.read(def.innerType, name);
        return isBlank(inner) ? undefined : inner;
      }
      case 'nullable': {
        const inner = this.read(def.innerType, name);
        return isBlank(inner) ? null : inner;
      }
      case 'nonoptional':
      case 'readonly':
        return this.read(def.innerType, name);
      case 'lazy':
        return this.read(def.getter(), name);
      case 'pipe':
        // `preprocess` begins with a function, which says nothing of the shape.
        return this.read((def.in as $ZodTypes)._zod.def.type === 'transform' ? def.out : def.in, name);
      case 'union': {
        const read = def.options.map((option) => ({ option, value: this.read(option, name) }));
        return (read.find(({ option, value }) => (option as ZodType).safeParse(value).success) ?? read.at(-1))?.value;
      }
      case 'boolean': {
        const text = this.text(name);
        return text !== '' && text !== 'false';
      }
      case 'number':
        return numberOf(this.text(name));
      case 'literal':
        return pick(def.values, this.text(name));
      case 'enum':
        return pick(Object.values(def.entries), this.text(name));
      case 'file':
        return this.fields.get(name)?.find((value) => typeof value !== 'string' && value.size > 0);
      case 'string':
      case 'template_literal':
        return this.text(name);
      default:
        throw new TypeError(`a form can't hold what the schema calls ${def.type} (${name})`);
    }
  }

  /** The first one where a name repeats, '' where there is none or a file. */
  private text(name: string): string {
    const [first = ''] = this.fields.get(name) ?? [];
    const text = typeof first === 'string' ? sameLines(first) : '';
    this.values.set(name, text);
    return text;
  }

  private list(element: $ZodType, name: string): unknown[] {
    if ((element as $ZodTypes)._zod.def.type !== 'object') {
      const texts = (this.fields.get(name) ?? []).filter((value) => typeof value === 'string' && value !== '');
      this.values.set(name, texts.map(String));
      return texts.map((text) => new Reader(formOf(name, text)).read(element, name));
    }
    const rows: unknown[] = [];
    while (rows.length < MAX_ROWS && this.groups.has(`${name}[${rows.length}]`))
      rows.push(this.read(element, `${name}[${rows.length}]`));
    return rows;
  }
}

function formOf(name: string, value: FormDataEntryValue): FormData {
  const form = new FormData();
  form.append(name, value);
  return form;
}

/** A browser sends \r\n, and counts \n where a field has a limit. */
const sameLines = (text: string): string => text.replace(/\r\n?/g, '\n');

/** Decimal digits as people type them; `0x10` and `1e5` are none. */
const numberOf = (text: string): number | string | undefined =>
  /[a-z]/i.test(text) ? text : (parseNumber(text) ?? (text.trim() || undefined));

/** The allowed value that is written so; of a ticked box `true`. */
const pick = (allowed: readonly unknown[], text: string): unknown =>
  allowed.find((value) => String(value) === text) ?? (text !== '' && allowed.includes(true) ? true : text);

const isBlank = (value: unknown): boolean =>
  (typeof value === 'string' && value.trim() === '') ||
  value === undefined ||
  (value !== null &&
    typeof value === 'object' &&
    Object.getPrototypeOf(value) === Object.prototype &&
    Object.values(value).every((one) => one === null || one === false || isBlank(one)));
