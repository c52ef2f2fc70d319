import type { Check } from './checks.ts';
import { deadPath, deadSlug } from './links.ts';

/** Categories, products and links that posts name. */
export const checkPosts: Check = ({ folder, existing, world, problems }) => {
  for (const { key, unit, posts, postCategories } of folder.stores) {
    const categories = new Set(
      postCategories?.map(({ data }) => data.slug) ?? existing.stores.get(key)?.postCategories,
    );
    for (const { file, head, html } of posts) {
      const tell = (column: string, value: string, reason: string | null): void => {
        if (reason) problems.add({ file, column, unit }, value, reason);
      };
      if (head.picture && !head.picture_alt) tell('picture_alt', '', 'is empty, but there is a picture');
      if (!categories.has(head.category)) tell('category', head.category, 'is no category of post-categories.csv');
      for (const slug of head.products ?? []) tell('products', slug, deadSlug(world, key, 'PRODUCT', slug));
      for (const link of html.links) tell('a[href]', link, deadPath(world, key, link));
    }
  }
};
