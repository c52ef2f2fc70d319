import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { parseForm } from './parse-form.ts';

const formOf = (...fields: [string, string | Blob][]): FormData => {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  return form;
};

const person = z.strictObject({
  name: z.string().trim().min(2, 'הזינו שם').max(10),
  email: z.union([z.literal(''), z.email()]).default(''),
  city: z.string().nullish(),
  seats: z.number().int().min(1).max(9).optional(),
  terms: z.literal(true, 'צריך לאשר'),
  news: z.boolean().default(false),
  kind: z.enum(['private', 'business']).default('private'),
  tags: z.array(z.string().max(5)).default([]),
});
const good: [string, string][] = [
  ['name', ' דנה '],
  ['terms', 'on'],
];

describe('parseForm', () => {
  test('text becomes what the schema asks for, and an empty field counts as not given', () => {
    const { data } = parseForm(
      person,
      formOf(
        ...good,
        ['email', ''],
        ['city', ''],
        ['seats', '4'],
        ['news', 'on'],
        ['tags', 'a'],
        ['tags', ''],
        ['tags', 'b'],
      ),
    );
    expect(data).toEqual({
      name: 'דנה',
      email: '',
      city: null,
      seats: 4,
      terms: true,
      news: true,
      kind: 'private',
      tags: ['a', 'b'],
    });
  });

  test('errors come by field in the schema’s order, in Hebrew, with what was typed', () => {
    const typed: [string, string][] = [
      ['seats', 'הרבה'],
      ['email', 'dana@'],
      ['kind', 'other'],
      ['tags', 'abcdef'],
    ];
    const { data, errors, values } = parseForm(person, formOf(...typed));
    expect(data).toBeUndefined();
    expect(Object.entries(errors ?? {})).toEqual([
      ['name', 'הזינו שם'],
      ['email', 'כתובת דוא״ל לא תקינה'],
      ['seats', 'הזינו מספר'],
      ['terms', 'צריך לאשר'],
      ['kind', 'בחרו אחת מהאפשרויות'],
      ['tags', 'לכל היותר 5 תווים'],
    ]);
    expect(values).toMatchObject({ name: '', seats: 'הרבה', email: 'dana@', tags: ['abcdef'] });
  });

  test('what is wrong with the whole form stands under no name', () => {
    const schema = z.object({ a: z.string(), b: z.string() }).refine(({ a, b }) => a === b, 'הערכים שונים');
    expect(parseForm(schema, formOf(['a', '1'], ['b', '2'])).errors).toEqual({ '': 'הערכים שונים' });
  });

  test.each([
    ['₪1,250.50', 1250.5],
    ['-3', -3],
    ['0x10', undefined],
    ['1e5', undefined],
    ['Infinity', undefined],
    ['1.2.3', undefined],
    ['', undefined],
  ])('the number %s is %s', (text, number) => {
    expect(parseForm(z.object({ n: z.number() }), formOf(['n', text])).data?.n).toBe(number);
  });

  test('spaces alone are no answer, and no number is no zero', () => {
    const schema = z.object({
      note: z.string().trim().min(2).optional(),
      size: z.coerce.number().optional(),
      weight: z.coerce.number(),
    });
    const { data, errors } = parseForm(schema, formOf(['note', '  '], ['size', ' '], ['weight', '']));
    expect(data).toBeUndefined();
    expect(errors).toEqual({ weight: 'הזינו מספר' });
  });

  test('a box is ticked by any value but false', () => {
    const schema = z.object({ box: z.boolean() });
    expect(
      [formOf(), formOf(['box', 'false']), formOf(['box', 'on'])].map((form) => parseForm(schema, form).data),
    ).toEqual([{ box: false }, { box: false }, { box: true }]);
  });

  test('lines are counted as the browser counts them', () => {
    const schema = z.object({ text: z.string().max(3) });
    expect(parseForm(schema, formOf(['text', 'a\r\nb'])).data).toEqual({ text: 'a\nb' });
  });
});

describe('parseForm, nested', () => {
  const order = z.strictObject({
    address: z.strictObject({ city: z.string().min(1), floor: z.number().optional() }),
    business: z.strictObject({ name: z.string().min(2), vat: z.boolean() }).nullish(),
    lines: z.array(z.strictObject({ sku: z.string().min(1), quantity: z.number().int().min(1) })).max(3),
  });

  test('objects and rows are read by name, and an object of empty fields counts as not given', () => {
    const form = formOf(
      ['address.city', 'חיפה'],
      ['address.floor', '3'],
      ['business.name', ''],
      ['lines[0].sku', 'A'],
      ['lines[0].quantity', '2'],
      ['lines[1].sku', 'B'],
      ['lines[1].quantity', '0'],
    );
    const { errors, values } = parseForm(order, form);
    expect(errors).toEqual({ 'lines[1].quantity': 'הזינו לפחות 1' });
    expect(values['lines[1].sku']).toBe('B');
    form.set('lines[1].quantity', '1');
    expect(parseForm(order, form).data).toEqual({
      address: { city: 'חיפה', floor: 3 },
      business: null,
      lines: [
        { sku: 'A', quantity: 2 },
        { sku: 'B', quantity: 1 },
      ],
    });
  });

  test('rows without end, with gaps or absurd indexes are cut off', () => {
    const form = formOf(
      ['address.city', 'חיפה'],
      ['lines[999999999].sku', 'Z'],
      ['lines[-1].sku', 'Z'],
      ['lines[1e3].sku', 'Z'],
    );
    expect(parseForm(order, form).data?.lines).toEqual([]);
    for (let i = 0; i < 10_000; i++) form.append(`lines[${i}].sku`, 'A');
    const { errors, values } = parseForm(order, form);
    expect(errors).toMatchObject({ lines: 'בחרו לכל היותר 3' });
    expect(Object.keys(values).length).toBeLessThan(1_100);
  });
});

describe('parseForm, from an enemy', () => {
  test('names that the schema doesn’t know are passed over, whatever they are', () => {
    const { data, values } = parseForm(
      person,
      formOf(
        ...good,
        ['__proto__', 'x'],
        ['__proto__.admin', 'true'],
        ['constructor.prototype.admin', 'true'],
        ['name.__proto__.admin', 'true'],
        ['tags[0].__proto__.admin', 'true'],
        ['role', 'owner'],
        ['', 'x'],
      ),
    );
    expect(data).toMatchObject({ name: 'דנה', tags: [] });
    expect(Object.keys(data ?? {})).not.toContain('role');
    expect(({} as { admin?: unknown }).admin).toBeUndefined();
    expect(Object.keys(values)).toEqual(Object.keys(person.shape));
  });

  test('a schema’s own dangerous key stays a plain one', () => {
    const schema = z.object({ constructor: z.string().optional(), toString: z.string() });
    expect(parseForm(schema, formOf(['toString', 'x'])).data).toEqual({ toString: 'x' });
  });

  test('of a repeated name the first counts', () => {
    const { data, values } = parseForm(person, formOf(...good, ['name', 'אחר'], ['terms', 'false']));
    expect(data?.name).toBe('דנה');
    expect(values.name).toBe(' דנה ');
  });

  test('a file where text is wanted is no text, and a text is no file', () => {
    const file = new File(['דנה'], 'name.txt');
    expect(parseForm(person, formOf(['name', file], ['terms', 'on'])).errors).toEqual({ name: 'הזינו שם' });
    expect(parseForm(person, formOf(...good, ['tags', file])).data?.tags).toEqual([]);
    const schema = z.object({ picture: z.file().max(10) });
    expect(parseForm(schema, formOf(['picture', 'x'])).errors).toEqual({ picture: 'שדה חובה' });
    expect(parseForm(schema, formOf(['picture', file])).data?.picture.name).toBe('name.txt');
    expect(parseForm(schema, formOf(['picture', new File(['x'.repeat(11)], 'big')])).errors).toEqual({
      picture: 'הקובץ גדול מדי',
    });
  });

  test('10,000 fields, and names and texts of a megabyte, are read at once', () => {
    const form = formOf(...good);
    for (let i = 0; i < 10_000; i++) form.append(`field-${i}`, 'x');
    for (let i = 0; i < 10_000; i++) form.append('tags', 'x');
    form.append('a.'.repeat(500_000), 'x');
    form.append('city', 'x'.repeat(1_000_000));
    const began = performance.now();
    const { data } = parseForm(person.extend({ tags: z.array(z.string()).max(20) }), form);
    expect(data).toBeUndefined();
    expect(performance.now() - began).toBeLessThan(1_000);
  });
});
