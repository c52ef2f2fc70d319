import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { parseForm } from '#domain/forms/parse-form.ts';
import { useForm } from './use-form.ts';

const schema = z.strictObject({
  name: z.string().min(2, 'הזינו שם'),
  kind: z.enum(['private', 'business']),
  tags: z.array(z.enum(['a', 'b'])),
  terms: z.literal(true, 'צריך לאשר'),
  lines: z.array(z.strictObject({ sku: z.string().min(1) })),
});
type Built = ReturnType<typeof useForm<typeof schema>>;

/** What a form gives its fields when the server renders it. */
function built(options: Parameters<typeof useForm<typeof schema>>[1]): Built {
  let form: Built | undefined;
  const Page = () => {
    form = useForm(schema, options);
    return createElement('form', form.props);
  };
  renderToString(createElement(Page));
  if (!form) throw new Error('nothing was rendered');
  return form;
}

test('a new form begins with its values and says nothing', () => {
  const form = built({ values: { name: 'דנה', tags: ['b'], terms: 'on' }, reserve: true });
  const { id } = form;
  expect(form.field('name')).toEqual({
    id: `${id}name`,
    name: 'name',
    error: undefined,
    reserve: true,
    defaultValue: 'דנה',
  });
  expect(form.checkbox('terms').defaultChecked).toBe(true);
  expect([form.checkbox('tags', 'a'), form.checkbox('tags', 'b')].map(({ defaultChecked }) => defaultChecked)).toEqual([
    false,
    true,
  ]);
  expect(form.hidden('kind', 'private')).toEqual({ type: 'hidden', name: 'kind', value: 'private' });
  expect({ sent: form.sent, errors: form.errors, busy: form.busy }).toEqual({ sent: 0, errors: {}, busy: false });
});

test('a refused one begins with what was typed and what is wrong', () => {
  const typed = new FormData();
  for (const [name, value] of [
    ['name', 'ד'],
    ['kind', 'business'],
    ['lines[0].sku', ''],
  ] as const)
    typed.append(name, value);
  const { errors = {}, values } = parseForm(schema, typed);
  const form = built({ reply: { errors, values, message: 'לא נשמר' }, values: { name: 'דנה' } });
  expect(form.field('name')).toMatchObject({ defaultValue: 'ד', error: 'הזינו שם' });
  expect(form.field('lines[0].sku')).toMatchObject({ name: 'lines[0].sku', defaultValue: '', error: 'שדה חובה' });
  expect(form.hidden('kind', 'private').value).toBe('business');
  expect(form.checkbox('terms')).toMatchObject({ defaultChecked: false, error: 'צריך לאשר' });
  // The reason of a refusal is shown where no field is to blame.
  expect([form.sent, form.message]).toEqual([1, undefined]);
  expect(built({ reply: { errors: {}, values, message: 'לא נשמר' } }).message).toBe('לא נשמר');
});
