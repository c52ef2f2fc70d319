import { z } from 'zod';
import { parseIsraelMoment } from '#domain/calendar/israel-moment.ts';
import { atIsraelTime, isDay } from '#domain/calendar/israel-time.ts';
import { formerSlugs, list, oneOf, orEmpty, position, slug, text } from './cells.ts';

export const postCategoryRow = z.strictObject({ slug, name: text, text: orEmpty(text), position: orEmpty(position) });
export type PostCategoryRow = z.output<typeof postCategoryRow>;

/** A day, meaning its noon, or a day and a time in Israel. */
const published = text.transform((value, context) => {
  const at = isDay(value) ? atIsraelTime(value, '12:00') : parseIsraelMoment(value);
  if (at) return at.toISOString();
  context.addIssue({ code: 'custom', message: 'is not a day or a time in Israel: 2026-11-01, 2026-11-01 08:30' });
  return z.NEVER;
});

/** Metadata in the comment above a post, one `name: value` per line. */
export const postHead = z.strictObject({
  former_slugs: orEmpty(formerSlugs),
  title: text.max(120, 'is longer than 120 characters'),
  description: text.max(300, 'is longer than 300 characters'),
  category: slug,
  author: text,
  published,
  picture: orEmpty(text.regex(/^(?:files|pictures)\//, 'is not a path below files/ or pictures/')),
  picture_alt: orEmpty(text),
  tags: orEmpty(list),
  products: orEmpty(list),
  featured: orEmpty(oneOf(['yes'])),
});
export type PostHead = z.output<typeof postHead>;
