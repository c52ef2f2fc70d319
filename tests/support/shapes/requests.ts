import type { OpenApi } from '../fuzz/requests.ts';
import type { Schema } from '../fuzz/values.ts';

export type ShapedRequest = {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string | Buffer;
};

/** Node takes heads of 16 kB in all; the rest of it is for the other headers. */
const LONGEST_TARGET = 13_000;
const LONGEST_HEADER = 12_000;
const LONGEST_BODY = 1024 * 1024;

/**
 * What regular expressions and searches are slow over, when they are: repeats that nearly match, in every script that
 * is searched.
 */
const GRAINS = [
  'a',
  ' ',
  '\t',
  '-',
  '.',
  '/',
  ',',
  '"',
  '\\',
  '%',
  '_',
  '(',
  '<',
  '&',
  '0',
  '1,',
  'ab',
  'a ',
  'aA',
  'א',
  'שׁ',
  'ך״',
  '־',
  '½',
  '×',
  '😀',
  'e\u0301',
  '\u200f',
  '@.',
  'a@b',
  '050-',
  '<b>',
  '](',
  '11½×13 ',
  'עד 40,000 ',
  'ברק 500 ',
  'a=b;',
  'x,',
  '*/*;q=0.1,',
  '..%2f',
];
const HEADERS = [
  'cookie',
  'accept',
  'accept-encoding',
  'accept-language',
  'if-none-match',
  'if-modified-since',
  'range',
  'referer',
  'user-agent',
  'x-forwarded-for',
  'x-forwarded-proto',
  'authorization',
  'idempotency-key',
  'origin',
  'content-type',
  'traceparent',
  'x-rate-limit',
];
const PAGES = [
  '/',
  '/category',
  '/category/motorbikes',
  '/product/raam-barak-500',
  '/blog',
  '/page/about',
  '/compare',
  '/distributors',
  '/spare-parts',
  '/spare-parts/raam-barak-brakes',
  '/purchase',
  '/booking',
  '/contact',
  '/login',
  '/success',
  '/reset-password',
  '/personal-area/orders/accessories',
  '/no/such/page',
];
const READ = [
  'search',
  'page',
  'sort',
  'color',
  'brand',
  'meta.engine_cc',
  'option.size',
  'price_max',
  'monthly_max',
  'ids',
  'add',
  'config',
  'variant',
  'quote',
  'tag',
  'model',
  'number',
  'to',
  'uid',
  'order',
  'catid',
  'itemid',
  'paths',
  'version',
  '_routes',
  'view',
];
const FORMS = [
  '/contact',
  '/cancellation',
  '/booking',
  '/unsubscribe/x',
  '/confirm/x',
  '/gate',
  '/category.data',
  '/login',
];

/** Numbers of chance that are the same for the same seed (mulberry32). */
export function chance(seed: number) {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const upTo = (most: number): number => Math.floor(next() * (most + 1));
  return {
    upTo,
    one: <T>(list: readonly T[]): T => list[upTo(list.length - 1)] as T,
    /** As many small ones as large ones: from 1 to `most`, by its logarithm. */
    size: (most: number): number => Math.max(1, Math.floor(most ** next())),
    odds: (share: number): boolean => next() < share,
  };
}
type Chance = ReturnType<typeof chance>;

/** Requests of every shape that HTTP and the server's limits let through: many segments, deep, repeated, long. */
export function shapedRequests(document: OpenApi, seed: number, count: number): ShapedRequest[] {
  const of = chance(seed);
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
  const makers = [pathOf, queryOf, queryOf, headerOf, bodyOf, bodyOf, bodyOf, callOf, formOf];
  return Array.from({ length: count }, () => of.one(makers)(of, calls));
}
type Call = { method: string; path: string; operation: OpenApi['paths'][string][string] };

const text = (of: Chance, most: number): string => {
  const grain = of.one(GRAINS);
  const long = grain.repeat(Math.ceil(of.size(most) / grain.length));
  // What nearly matches costs more than what matches.
  return (of.odds(0.5) ? long + of.one(GRAINS) : of.odds(0.3) ? of.one(GRAINS) + long : long).slice(0, most);
};
const escaped = (of: Chance, most: number): string =>
  encodeURIComponent(text(of, most).toWellFormed())
    .slice(0, most)
    .replace(/%[0-9A-F]?$/, '');

function pathOf(of: Chance): ShapedRequest {
  const part = of.one([
    'a',
    '',
    '.',
    '..',
    '%61',
    '%2F',
    '%5C',
    ':x',
    '*',
    'category',
    'product',
    encodeURIComponent('ברק'),
    escaped(of, 300),
  ]);
  const begin = of.one([
    '',
    '/category',
    '/product',
    '/personal-area',
    '/api',
    '/media',
    '/assets',
    '/order',
    '/blog',
    '/__manifest',
  ]);
  const path = `${begin}${`/${part}`.repeat(of.size(8_000))}`.slice(0, LONGEST_TARGET);
  const end = of.one(['', '', '/', '.data', '.json', '/share.jpg', '/plain.jpg', '?', '/320']);
  return {
    method: of.one(['GET', 'GET', 'HEAD', 'POST', 'DELETE', 'OPTIONS']),
    path: path + end,
    headers: accepting(of),
  };
}

/** The same key again and again, keys within keys, many keys, long values; also what React Router asks itself. */
function query(of: Chance, names: readonly string[], most = LONGEST_TARGET - 200): string {
  const name = of.one(names);
  const pairs = [
    () => `${name}=${escaped(of, most)}`,
    () => `${name}=${escaped(of, 40)}&`.repeat(of.size(2_000)),
    () =>
      Array.from({ length: of.size(1_500) }, (_, i) => `${of.one([name, 'x', 'meta.', 'option.'])}${i}=${i}`).join('&'),
    () => `${name}${'[a]'.repeat(of.size(2_000))}=1`,
    () => `${name}=${`${escaped(of, 12)},`.repeat(of.size(2_000))}`,
    () => `${'&'.repeat(of.size(8_000))}${name}`,
    () => names.map((each) => `${each}=${escaped(of, 200)}`).join('&'),
  ];
  return of.one(pairs)().slice(0, most);
}

function queryOf(of: Chance): ShapedRequest {
  if (of.odds(0.15)) {
    const paths = `${`/a`.repeat(of.size(40))},`.repeat(of.size(3_000));
    return { method: 'GET', path: `/__manifest?version=x&paths=${paths}`.slice(0, LONGEST_TARGET), headers: {} };
  }
  const page = of.one(PAGES);
  const data = of.odds(0.2) && page !== '/' ? '.data' : '';
  return { method: 'GET', path: `${page}${data}?${query(of, READ)}`, headers: accepting(of) };
}

const accepting = (of: Chance): Record<string, string> => (of.odds(0.5) ? { accept: 'text/html' } : {});
const headerSafe = (value: string): string => value.replace(/[^\t\x20-\x7e]/g, 'x').trim() || 'x';

function headerOf(of: Chance): ShapedRequest {
  const headers: Record<string, string> = {};
  const many = of.odds(0.2) ? of.size(200) : 1;
  for (let i = 0; i < many; i++)
    headers[i === 0 ? of.one(HEADERS) : `x-${i}`] = headerSafe(text(of, Math.floor(LONGEST_HEADER / many)));
  if (of.odds(0.2)) headers.cookie = 'view=list;'.repeat(of.size(1_000));
  return {
    method: of.one(['GET', 'GET', 'POST']),
    path: of.one([...PAGES, '/api/products/get-products', '/media/x/320']),
    headers,
  };
}

/** A text that often, and no longer than `most`: of a long one all repetitions together would be no string any more. */
const many = (text: string, times: number, most: number): string =>
  text.repeat(Math.min(times, Math.ceil(most / text.length))).slice(0, most);

/** JSON that is deep, wide, long, full of large numbers, or all that in the fields that a call has. */
function json(of: Chance, schema: Schema | undefined, most: number, depth = 0): string {
  const value = (): string => (depth > 3 ? '1' : json(of, undefined, Math.min(most, 2_000), depth + 1));
  const shapes = [
    () => JSON.stringify(text(of, most).toWellFormed()),
    () => JSON.stringify(text(of, 200).toWellFormed()),
    () => `${of.one(['', '-'])}${'9'.repeat(of.size(most))}${of.one(['', '.1', 'e400', 'e-400'])}`,
    () => of.one(['1e308', '-0', '0', '1', 'null', 'true', '""', '[]', '{}', '2147483648', '1.0000000000000001']),
    () => `${'['.repeat(of.size(most / 2))}`.replace(/^.*$/, (open) => open + ']'.repeat(open.length)),
    () => '{"a":'.repeat(of.size(most / 7)).replace(/^.*$/, (open) => `${open}1${'}'.repeat(open.length / 5)}`),
    () => `[${many(`${value()},`, of.size(12_000), most)}1]`,
    () => `{${Array.from({ length: of.size(9_000) }, (_, i) => `"k${i}":1`).join(',')}}`,
    () => `{${'"a":1,'.repeat(of.size(9_000))}"a":1}`,
  ];
  if (!schema || of.odds(0.15)) return of.one(shapes)();
  const chosen = schema.anyOf ? of.one(schema.anyOf) : schema;
  if (chosen.properties) {
    const fields = Object.entries(chosen.properties).filter(
      ([name]) => chosen.required?.includes(name) || of.odds(0.6),
    );
    return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${json(of, field, most / 2, depth)}`).join(',')}}`;
  }
  if (chosen.items) {
    const item = json(of, chosen.items, 400, depth);
    return `[${many(`${item},`, of.size(of.odds(0.5) ? 40 : 9_000), most)}${item}]`;
  }
  if (chosen.enum && of.odds(0.7)) return JSON.stringify(of.one(chosen.enum));
  if (/^(?:number|integer)$/.test(chosen.type ?? '') && of.odds(0.7)) return String(of.upTo(100));
  if (chosen.format === 'uuid' && of.odds(0.7)) return '"00000000-0000-4000-8000-000000000000"';
  if (chosen.type === 'string' && of.odds(0.8))
    return JSON.stringify(text(of, of.odds(0.7) ? (chosen.maxLength ?? 300) : most).toWellFormed());
  return of.one(shapes)();
}

function bodyOf(of: Chance, calls: Call[]): ShapedRequest {
  const writes = calls.filter(({ operation }) => operation.requestBody?.content['application/json']);
  const { method, path, operation } = of.one(writes);
  const body = json(of, operation.requestBody?.content['application/json']?.schema, LONGEST_BODY / 2).slice(
    0,
    LONGEST_BODY,
  );
  return {
    method,
    path: filled(of, path),
    headers: { 'content-type': 'application/json', 'idempotency-key': `shape-${of.upTo(1e9)}` },
    body,
  };
}

/** A call with its parameters in every shape, the identifiers in its path too. */
function callOf(of: Chance, calls: Call[]): ShapedRequest {
  const { method, path, operation } = of.one(calls);
  const names = (operation.parameters ?? []).filter((one) => one.in === 'query').map(({ name }) => name);
  const asked = names.length > 0 ? `?${query(of, names)}` : '';
  return { method, path: `${filled(of, path)}${asked}`.slice(0, LONGEST_TARGET), headers: { 'x-rate-limit': 'otp' } };
}

const filled = (of: Chance, path: string): string =>
  path.replace(/\{\w+\}/g, () => escaped(of, of.odds(0.5) ? 60 : 900) || '-');

/** Forms are read by the pages themselves: many fields, long ones, many parts. */
function formOf(of: Chance): ShapedRequest {
  const names = ['name', 'phone', 'message', 'email', 'intent', 'code', 'x'];
  if (of.odds(0.3)) {
    const part = `--b\r\nContent-Disposition: form-data; name="${of.one(names)}"\r\n\r\n${text(of, 200)}\r\n`;
    const body = `${part.repeat(of.size(6_000))}--b--`.slice(0, LONGEST_BODY / 2);
    return {
      method: 'POST',
      path: of.one(FORMS),
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
      body,
    };
  }
  const body = query(of, names, LONGEST_BODY - 100)
    .repeat(of.size(100))
    .slice(0, LONGEST_BODY - 10);
  return {
    method: 'POST',
    path: of.one(FORMS),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body,
  };
}
