import fc from 'fast-check';
import { arbitraryOf, HOSTILE, KINDS, type Kind, mutated, type Pools, type Schema } from './values.ts';

type Parameter = { in: string; name: string; required?: boolean; schema: Schema };
type Operation = { parameters?: Parameter[]; requestBody?: { content: Record<string, { schema: Schema }> } };
export type OpenApi = { paths: Record<string, Record<string, Operation>> };

/** Who asks: nobody, a customer by cookie or by token, or somebody with made-up credentials. */
const WHO = ['nobody', 'cookie', 'bearer', 'forged'] as const;
export type FuzzRequest = {
  call: string;
  kind: Kind | 'frame';
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | Buffer | undefined;
  who: (typeof WHO)[number];
  /** A forged credential. */
  credential: string;
};

/**
 * As many requests of each call of the document as asked for, a quarter of each kind, in an order of chance; the same
 * for one seed.
 */
export function requestsOf(
  document: OpenApi,
  pools: Pools,
  examples: Record<string, unknown>,
  { perCall, seed }: { perCall: number; seed: number },
): FuzzRequest[] {
  const all: FuzzRequest[] = [];
  let salt = seed;
  const sample = (arbitrary: fc.Arbitrary<FuzzRequest>, numRuns: number) =>
    numRuns > 0 && all.push(...fc.sample(arbitrary, { seed: ++salt, numRuns }));
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const call = `${method.toUpperCase()} ${path}`;
      KINDS.forEach((kind, index) => {
        const runs = Math.floor((perCall + index) / KINDS.length);
        const example = examples[call];
        const rich = example === undefined ? 0 : Math.ceil(runs / 2);
        sample(requestOf(call, operation, pools, kind), runs - rich);
        if (rich > 0) sample(requestOf(call, operation, pools, kind, mutated(example, kind)), rich);
      });
      sample(frameOf(call, operation, pools), Math.ceil(perCall / 12));
    }
  }
  return shuffled(all, seed);
}

function requestOf(
  call: string,
  operation: Operation,
  pools: Pools,
  kind: Kind,
  body = bodyOf(operation, pools, kind),
): fc.Arbitrary<FuzzRequest> {
  const [method = '', template = ''] = call.split(' ');
  const parameters = operation.parameters ?? [];
  const values = fc.record(
    Object.fromEntries(parameters.map((one) => [one.name, arbitraryOf(one.schema, pools, kind, [one.name])])),
    { requiredKeys: parameters.filter((one) => one.required || one.in === 'path').map(({ name }) => name) },
  );
  const type = Object.keys(operation.requestBody?.content ?? {})[0] ?? 'application/json';
  return fc
    .record({ values, body, who: fc.constantFrom(...WHO), credential: fc.constantFrom(...HOSTILE) })
    .map(({ values, body, who, credential }) => {
      const text = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));
      const path = template.replace(/\{(\w+)\}/g, (_all, name: string) => encoded(text(values[name])) || '-');
      const query = parameters
        .filter((one) => one.in === 'query' && values[one.name] !== undefined)
        .flatMap((one) => {
          const value = values[one.name];
          return (Array.isArray(value) ? value.flat() : [value]).map((each) => `${one.name}=${encoded(text(each))}`);
        })
        .join('&');
      const named = parameters.filter((one) => one.in === 'header' && values[one.name] !== undefined);
      const headers = Object.fromEntries(named.map(({ name }) => [name, headerSafe(text(values[name]))]));
      if (body !== undefined) headers['content-type'] = type;
      const sent = body === undefined || Buffer.isBuffer(body) ? (body as Buffer | undefined) : JSON.stringify(body);
      return {
        call,
        kind,
        method,
        path: `${path}${query && `?${query}`}`.slice(0, 14_000),
        headers,
        body: sent,
        who,
        credential: headerSafe(credential),
      };
    });
}

const bodyOf = (operation: Operation, pools: Pools, kind: Kind): fc.Arbitrary<unknown> => {
  const content = operation.requestBody?.content;
  if (!content) return fc.constant(undefined);
  const json = content['application/json'];
  return json
    ? arbitraryOf(json.schema, pools, kind)
    : fc.oneof(
        fc.constantFrom(...(pools.picture as Buffer[])),
        fc.uint8Array({ maxLength: 400 }).map((bytes) => Buffer.from(bytes)),
      );
};

/** What stands around the values: broken JSON, other types, much too much, deep nesting, odd headers and methods. */
function frameOf(call: string, operation: Operation, pools: Pools): fc.Arbitrary<FuzzRequest> {
  const frames: Partial<FuzzRequest>[] = [
    { body: '{"a":' },
    { body: '' },
    { body: 'null' },
    { body: '"text"' },
    { body: '[1,2,3]' },
    { body: '{"__proto__":{"x":1}}' },
    { body: '{"constructor":{"prototype":{"x":1}}}' },
    { body: '{"a":1,"a":2}' },
    { body: `${'['.repeat(20_000)}${']'.repeat(20_000)}` },
    { body: `{"a":${'1'.repeat(5_000)}}` },
    { body: Buffer.from([0xff, 0xfe, 0x7b, 0x00, 0x7d]) },
    { body: 'x'.repeat(1_100_000) },
    { body: '{}', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
    { body: '{}', headers: { 'content-type': 'text/plain' } },
    { body: '{}', headers: { 'content-type': 'multipart/form-data; boundary=x' } },
    { body: '{}', headers: { 'content-type': 'application/json; charset=utf-7' } },
    { body: '{}', headers: { 'content-type': ';;' } },
    { body: '{}', headers: { 'content-encoding': 'gzip', 'content-type': 'application/json' } },
    { headers: { origin: 'https://evil.example' } },
    { headers: { origin: 'null' } },
    { headers: { 'accept-encoding': 'br;q=x, *;q=0' } },
    { headers: { 'if-none-match': '*,"a",W/' } },
    { headers: { range: 'bytes=-99999999999999999999' } },
    { headers: { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'gopher' } },
    { headers: { cookie: `${'a=b;'.repeat(500)}auth._token.local=%` } },
    { headers: { cookie: 'auth._token.local="; gate=..; view=list%00' } },
    { headers: { 'accept-language': '*'.repeat(2_000), 'user-agent': '\u00ff\u0080' } },
    { method: 'PUT', body: '{}' },
    { method: 'PATCH', body: '{}' },
    { method: 'OPTIONS', headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' } },
    { method: 'TRACE' },
  ];
  return fc.tuple(requestOf(call, operation, pools, 'valid'), fc.constantFrom(...frames)).map(([request, frame]) => ({
    ...request,
    ...frame,
    headers: {
      ...request.headers,
      ...(frame.body !== undefined && { 'content-type': 'application/json' }),
      ...frame.headers,
    },
    kind: 'frame',
  }));
}

/** As a browser encodes it, except for what is encoded already and what no encoder takes: these go as they are. */
function encoded(text: string): string {
  if (/^(?:%|\.\.%)/.test(text)) return text.replace(/[^\x21-\x7e]/g, '');
  return encodeURIComponent(Buffer.from(text).toString())
    .slice(0, 6_000)
    .replace(/%[0-9A-F]?$/, '');
}

/** Node's client sends nothing else in a header; servers get nothing else from any client that follows HTTP. */
const headerSafe = (text: string): string => text.replace(/[^\t\x20-\x7e\x80-\xff]/g, '');

function shuffled<T>(list: T[], seed: number): T[] {
  return fc.sample(fc.shuffledSubarray(list, { minLength: list.length }), { seed, numRuns: 1 })[0] ?? list;
}
