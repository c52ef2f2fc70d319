import fc from 'fast-check';

/** A JSON schema as the OpenAPI document holds it, as far as fuzzing reads it. */
export type Schema = {
  type?: string;
  enum?: unknown[];
  format?: string;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
};

/** Values that mean something to the server, by the name of the field (`cart.id` before `id`). */
export type Pools = Record<string, unknown[]>;

/** What is sent: as described, at the limits, of another type, or meant to do harm. */
export const KINDS = ['valid', 'boundary', 'type', 'hostile'] as const;
export type Kind = (typeof KINDS)[number];

const LONG = 300;

/** Texts that have broken somebody's server before. Each must come back as data or be refused. */
export const HOSTILE = [
  "' OR '1'='1",
  "'; DROP TABLE orders; --",
  '1) UNION SELECT token_hash FROM tokens --',
  "%27%20OR%201%3D1--'",
  "'||pg_sleep(5)||'",
  '\\',
  '%',
  '_%_%_%',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '</script><svg onload=alert(1)>',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: what an expression of some template languages looks like
  '${7*7}',
  '{{7*7}}',
  '#{7*7}',
  '../../../../etc/passwd',
  '..%2f..%2f..%2fetc%2fpasswd',
  '/proc/self/environ',
  'file:///etc/passwd',
  'http://169.254.169.254/latest/meta-data/',
  '//evil.example/',
  'javascript:alert(1)',
  '=cmd|calc!A1',
  'a\r\nSet-Cookie: x=1',
  'bcc: a@b.example\r\n\r\n',
  'a\u0000b',
  '\u0000',
  '\ud800',
  '\udfff\ud800',
  '\ufeff\u202e\u2066שלום\u2069',
  '\u200f\u200e',
  'ש\u05b8\u05b0\u05b9'.repeat(40),
  'Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢L̠ͨͧͩ͘G̴̻͈͍͔̹̑͗̎̅͛́Ǫ̵̹̻̝̳͂̌̌͘!͖̬̰̙̗̿̋ͥͥ̂ͣ̐́́͜͞',
  '👩‍👩‍👧‍👦'.repeat(20),
  'İıſK',
  '((((((((((',
  '(a+)+$',
  `${'a'.repeat(60)}!`,
  `${'a@'.repeat(100)}`,
  '[[[[',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'null',
  'undefined',
  'NaN',
  'true',
  '-1',
  '0x10',
  '1e309',
  '９９９',
  '٣',
  '2026-02-30',
  '0000-00-00',
  '00000000-0000-0000-0000-000000000000',
  '%00',
  '%c0%ae%c0%ae/',
  '%E0%A4%A',
  ' ',
  '\t\n',
];

const NUMBERS = [
  0,
  -0,
  -1,
  1,
  0.1,
  0.005,
  1e-7,
  -1e21,
  1e21,
  1e308,
  2 ** 31,
  2 ** 31 - 1,
  -(2 ** 31) - 1,
  2 ** 53,
  96,
  97,
];

const wrongType = fc.oneof(
  fc.constantFrom<unknown>(null, true, false, 0, 42, 1.5, '', '0', [], [[]], {}, { $ne: null }, { length: 3 }, [null]),
  fc.constantFrom<unknown>({ toString: 1 }, { constructor: { prototype: {} } }, ['a', 'b'], '{}', '[]'),
);

/** An arbitrary for what the schema describes; with a kind other than `valid`, one leaf in five is of that kind. */
export function arbitraryOf(schema: Schema, pools: Pools, kind: Kind, path: string[] = []): fc.Arbitrary<unknown> {
  const valid = describedBy(schema, pools, kind, path);
  if (kind === 'valid') return valid;
  const broken = kind === 'boundary' ? boundaryOf(schema, valid) : kind === 'type' ? wrongType : hostile;
  return fc.oneof({ weight: isLeaf(schema) ? 4 : 20, arbitrary: valid }, { weight: 1, arbitrary: broken });
}

const isLeaf = ({ properties, items, anyOf }: Schema): boolean => !properties && !items && !anyOf;
const hostile = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom<unknown>(...HOSTILE) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
  { weight: 1, arbitrary: fc.constantFrom(5_000, 60_000).map((length) => 'א'.repeat(length)) },
);

function describedBy(schema: Schema, pools: Pools, kind: Kind, path: string[]): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((one) => arbitraryOf(one, pools, kind, path)));
  if (schema.type === 'object') return objectOf(schema, pools, kind, path);
  if (schema.type === 'array') {
    const { items = {}, minItems = 0, maxItems = 4 } = schema;
    return fc.array(arbitraryOf(items, pools, kind, path), { minLength: minItems, maxLength: Math.min(maxItems, 4) });
  }
  if (schema.type === 'null') return fc.constant(null);
  if (schema.type === 'boolean') return fc.boolean();
  const key = path.at(-1) ?? '';
  const known = pools[path.slice(-2).join('.')] ?? pools[key] ?? (schema.format === 'uuid' ? pools.uuid : undefined);
  const made = schema.type === 'string' ? textOf(schema) : numberOf(schema);
  if (!known?.length) return made;
  return fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...known) }, { weight: 1, arbitrary: made });
}

function objectOf(schema: Schema, pools: Pools, kind: Kind, path: string[]): fc.Arbitrary<unknown> {
  const fields = Object.entries(schema.properties ?? {});
  const record = fc.record(
    Object.fromEntries(fields.map(([key, field]) => [key, arbitraryOf(field, pools, kind, [...path, key])])),
    { requiredKeys: kind === 'type' ? [] : (schema.required ?? []), noNullPrototype: true },
  );
  if (kind !== 'hostile') return record;
  const extra = fc.constantFrom<object>({}, {}, {}, { is_admin: true }, JSON.parse('{"__proto__":{"a":1}}'));
  return fc.tuple(record, extra).map(([object, more]) => ({ ...object, ...more }));
}

function textOf({ format, pattern, minLength = 0, maxLength = 40 }: Schema): fc.Arbitrary<string> {
  if (format === 'uuid') return fc.uuid();
  if (format === 'email') return fc.constantFrom('fuzz@example.com', "o'neil+a@example.co.il");
  if (format === 'date') return fc.integer({ min: 0, max: 60 }).map((days) => dayFrom(days));
  if (pattern?.includes('\\p{L}')) return fc.constantFrom('נועה', 'ז׳אן־פייר', "O'Neil", 'Anne Marie', 'מ׳');
  if (pattern) return fc.stringMatching(new RegExp(pattern, 'u'), { size: 'small' });
  return fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, Math.max(minLength, 40)) });
}

const dayFrom = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

function numberOf({ type, minimum = 0, maximum = 1_000_000 }: Schema): fc.Arbitrary<number> {
  const [min, max] = [Math.ceil(minimum), Math.floor(Math.min(maximum, 2 ** 31 - 1))];
  if (type === 'integer') return fc.integer({ min, max: Math.max(min, max) });
  return fc.integer({ min: min * 100, max: Math.max(min, max) * 100 }).map((agorot) => agorot / 100);
}

/** The limits that the schema names, and one beyond each. */
function boundaryOf(schema: Schema, valid: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const { minimum, maximum, minLength, maxLength, maxItems, minItems } = schema;
  if (schema.type === 'integer' || schema.type === 'number') {
    const limits = [minimum, maximum].flatMap((limit) => (limit === undefined ? [] : [limit - 1, limit, limit + 1]));
    return fc.constantFrom(...NUMBERS, ...limits);
  }
  if (schema.type === 'array') {
    const lengths = [minItems, maxItems, LONG].flatMap((size) =>
      size === undefined ? [] : [size - 1, size, size + 1],
    );
    const sizes = [...new Set([0, ...lengths.filter((size) => size >= 0 && size <= 2 * LONG)])];
    return fc.tuple(fc.constantFrom(...sizes), valid).map(([size, list]) => {
      const one = (list as unknown[])[0] ?? '';
      return Array.from({ length: size }, () => one);
    });
  }
  const lengths = [0, 1, minLength, maxLength, LONG].flatMap((size) => (size === undefined ? [] : [size, size + 1]));
  const unit = fc.constantFrom('א', 'a', '1', '😀', '0.');
  return fc.tuple(fc.constantFrom(...lengths), unit).map(([size, sign]) => sign.repeat(size).slice(0, size));
}

/** A body that is right, with up to two of its leaves replaced: it gets further than one made from its schema. */
export function mutated(example: unknown, kind: Kind): fc.Arbitrary<unknown> {
  if (kind === 'valid') return fc.constant(example);
  const leaves = leavesOf(example);
  const nasty =
    kind === 'boundary'
      ? fc.constantFrom<unknown>(...NUMBERS, '', 'א'.repeat(1_001))
      : kind === 'type'
        ? wrongType
        : hostile;
  const change = fc.tuple(fc.constantFrom(...leaves), nasty);
  return fc.array(change, { minLength: 1, maxLength: 2 }).map((changes) => {
    const copy = structuredClone(example);
    for (const [path, value] of changes) replaceAt(copy, path, value);
    return copy;
  });
}

type Node = Record<string, unknown>;

function leavesOf(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [path];
  return Object.entries(value).flatMap(([key, inner]) => leavesOf(inner, [...path, key]));
}

function replaceAt(target: unknown, path: string[], value: unknown): void {
  let node = target as Node;
  for (const key of path.slice(0, -1)) {
    const next = node[key];
    if (typeof next !== 'object' || next === null) return;
    node = next as Node;
  }
  const last = path.at(-1);
  if (last !== undefined) node[last] = value;
}
