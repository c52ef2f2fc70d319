import { z } from 'zod';
import { formerSlugs, list, oneOf, orEmpty, position, slug, text } from './cells.ts';

export const postCategoryRow = z.strictObject({ slug, name: text, text: orEmpty(text), position: orEmpty(position) });
export type PostCategoryRow = z.output<typeof postCategoryRow>;

/** What stands in the comment above a post, one `name: value` a line. */
export const postHead = z.strictObject({
  former_slugs: orEmpty(formerSlugs),
  title: text.max(120, 'is longer than 120 characters'),
  description: text.max(300, 'is longer than 300 characters'),
  category: slug,
  author: text,
  published: text.pipe(z.iso.date('is not a date: 2026-11-01')),
  picture: text.regex(/^(?:files|pictures)\//, 'is not a path below files/ or pictures/'),
  picture_alt: text,
  tags: orEmpty(list),
  products: orEmpty(list),
  featured: orEmpty(oneOf(['yes'])),
});
export type PostHead = z.output<typeof postHead>;
