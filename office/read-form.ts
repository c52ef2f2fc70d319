/** Deepest name of a field: `lines[0].quantity`. */
const MAX_PARTS = 4;
const MAX_FIELDS = 2_000;
const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * A form's fields as a call's input: `lines[0].quantity` is nested, a name that ends with `[]` a list. Values stay text
 * (or files): the call's schema converts and checks them. Empty fields are left out, so that optional ones stay so.
 */
export function readForm(form: FormData): {
  call: string;
  /** Of the form, against repeats; `undefined` where it has none. */
  key: string | undefined;
  input: Record<string, unknown>;
} {
  const input: Record<string, unknown> = {};
  let count = 0;
  for (const [name, value] of form) {
    // Of the form itself: its call, its key, and when it is made.
    if (name.startsWith('_') || value === '') continue;
    if (++count > MAX_FIELDS) break;
    const parts = name.match(/[^.[\]]+|\[\]/g) ?? [];
    if (parts.length === 0 || parts.length > MAX_PARTS || parts.some((part) => FORBIDDEN.has(part))) continue;
    put(input, parts, value);
  }
  const key = form.get('_key');
  return {
    call: String(form.get('_call') ?? ''),
    key: typeof key === 'string' && key !== '' ? key.slice(0, 100) : undefined,
    input: withLists(input) as Record<string, unknown>,
  };
}

/** When a draftable call is to be made, as `WhenFields` says it; `null`: now. */
export function readWhen(form: FormData): Record<string, string> | null {
  const way = form.get('_when');
  if (way !== 'at' && way !== 'draft') return null;
  const fields = {
    day: '_day',
    time: '_time',
    end_day: '_end_day',
    end_time: '_end_time',
    draft: '_draft',
    name: '_draft_name',
  };
  const values = Object.entries(fields).map(([name, field]) => [name, form.get(field)] as const);
  return Object.fromEntries(
    values.filter((pair): pair is [string, string] => typeof pair[1] === 'string' && pair[1] !== ''),
  );
}

function put(target: Record<string, unknown>, [part = '', ...rest]: string[], value: unknown): void {
  if (rest[0] === '[]') {
    const list = Array.isArray(target[part]) ? (target[part] as unknown[]) : [];
    list.push(value);
    target[part] = list;
    return;
  }
  if (rest.length === 0) {
    target[part] = value;
    return;
  }
  const inner = target[part];
  const next = typeof inner === 'object' && inner !== null && !Array.isArray(inner) ? inner : {};
  target[part] = next;
  put(next as Record<string, unknown>, rest, value);
}

/** `{ 0: …, 1: … }` is a list. */
function withLists(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || value instanceof Blob) return value;
  const entries = Object.entries(value).map(([key, one]) => [key, withLists(one)] as const);
  if (entries.length > 0 && entries.every(([key]) => /^\d{1,4}$/.test(key)))
    return entries.sort(([a], [b]) => Number(a) - Number(b)).map(([, one]) => one);
  return Object.fromEntries(entries);
}
