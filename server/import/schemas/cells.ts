import { z } from 'zod';

/**
 * Cells of the CSV files, trimmed and in NFC: an empty one is `null`, a missing column is `undefined`.
 * `x.optional()`: the column may be missing, but cells are required; `orEmpty(x)`: cells may be empty too.
 */
export const text = z.string({ error: 'is empty' }).max(5_000, 'is longer than 5,000 characters');

export const orEmpty = <S extends z.ZodType>(cell: S) => cell.nullish();

export const slug = text
  .max(120, 'is longer than 120 characters')
  .regex(
    /^[\p{Ll}\p{Lo}\p{N}]+(?:[-_.][\p{Ll}\p{Lo}\p{N}]+)*$/u,
    'is not a slug: small letters and digits, joined by hyphens',
  );

/** A choice of the configurator: `wheels-spoked`. */
export const choiceKey = text
  .max(60, 'is longer than 60 characters')
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'is not a name of a choice: small Latin letters and digits, joined by hyphens');

/** `42900` or `129.90` as agorot, without floating point. */
export const shekels = text.transform((value, context) => {
  const parts = /^(\d{1,8})(?:\.(\d{1,2}))?$/.exec(value);
  if (!parts) {
    context.addIssue({
      code: 'custom',
      message: 'is not a price: shekels with at most two decimals, such as 42900 or 129.90',
    });
    return z.NEVER;
  }
  return Number(parts[1]) * 100 + Number((parts[2] ?? '').padEnd(2, '0'));
});

/** The price of something for sale: 0 is refused unless it says `free`. */
export const price = text.transform((value, context) => {
  if (value === 'free') return 0;
  const sum = shekels.safeParse(value);
  if (sum.success && sum.data > 0) return sum.data;
  const message = sum.success ? 'is 0: write "free" for what is given away' : (sum.error.issues[0]?.message ?? '');
  context.addIssue({ code: 'custom', message });
  return z.NEVER;
});

/** The price of a product, which may be on request. */
export const productPrice = text.transform((value, context) => {
  if (value === ON_REQUEST) return ON_REQUEST;
  const sum = price.safeParse(value);
  if (sum.success) return sum.data;
  for (const { message } of sum.error.issues) context.addIssue({ code: 'custom', message });
  return z.NEVER;
});
export const ON_REQUEST = 'on request';

/** A price that may be negative: a choice's difference. */
export const difference = text.transform((value, context) => {
  const sum = shekels.safeParse(value.replace(/^[-\u2212]/, ''));
  if (!sum.success) {
    context.addIssue({ code: 'custom', message: 'is not a difference of price: shekels such as 1200, 129.90 or -800' });
    return z.NEVER;
  }
  return /^\d/.test(value) ? sum.data : -sum.data;
});

export const whole = (min: number, max: number) =>
  text.transform((value, context) => {
    const number = Number(value);
    if (!/^\d{1,9}$/.test(value) || number < min || number > max) {
      context.addIssue({ code: 'custom', message: `is not a whole number from ${min} to ${max}` });
      return z.NEVER;
    }
    return number;
  });

export const oneOf = <const T extends readonly string[]>(names: T) =>
  z.enum(names, { error: (issue) => (issue.input === null ? 'is empty' : `is not one of ${names.join(', ')}`) });

const split = (value: string): string[] =>
  value
    .split('|')
    .map((part) => part.trim())
    .filter(Boolean);

export const list = text.transform(split);

/** Former slugs; their URLs redirect to the current one. */
export const formerSlugs = list.superRefine((slugs, context) => {
  for (const one of slugs) {
    const problem = slug.safeParse(one).error?.issues[0]?.message;
    if (problem) context.addIssue({ code: 'custom', message: `"${one}" ${problem}` });
  }
});

/** `a=1|b=2` as pairs; a pair without a value is refused. */
export const pairs = text.transform((value, context) => {
  const pairs = split(value).map((part): [string, string] => {
    const at = part.indexOf('=');
    return at < 0 ? [part, ''] : [part.slice(0, at).trim(), part.slice(at + 1).trim()];
  });
  for (const [key, item] of pairs) {
    if (!key || !item)
      context.addIssue({ code: 'custom', message: `"${key}" has no value: write ${key || 'name'}=value` });
  }
  return pairs;
});

export const hex = /^#[0-9a-f]{6}$/i;

/** `#rrggbb`, or two joined by `/`; in lower case. */
export const colour = text
  .refine((value) => value.split('/').length <= 2 && value.split('/').every((part) => hex.test(part)), {
    error: 'is not a colour: #rrggbb, or two joined by /',
  })
  .transform((value) => value.toLowerCase());

export const year = whole(1950, 2100);
export const position = whole(0, 999_999);
export const productKinds = ['VEHICLE', 'ACCESSORY', 'SPARE_PART', 'SERVICE'] as const;
