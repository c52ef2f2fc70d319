import { menuKeys } from '#contract/stores.ts';
import type { MenuLink } from '../schemas/content.ts';
import type { Check } from './checks.ts';
import { deadLink, deadPath, deadSlug, isOutside } from './links.ts';

/** Dead links of menus, widgets and content pages. */
export const checkContent: Check = ({ folder, references, problems }) => {
  for (const store of folder.stores) {
    const { key, unit, menus, widgets, pages } = store;

    const checkMenu = (links: MenuLink[], column: string): void => {
      links.forEach((link, index) => {
        const at = `${column}[${index}]`;
        const reason = deadMenuLink(link);
        const value = link.slug ?? link.custom_path;
        if (reason)
          problems.add({ file: `stores/${key}/menus.json`, column: at, unit }, value, reason, () =>
            links.splice(links.indexOf(link), 1),
          );
        checkMenu(link.children, `${at}.children`);
      });
    };
    const deadMenuLink = (link: MenuLink): string | null => {
      if (link.entity_type === 'OUTER_LINK')
        return isOutside(link.custom_path ?? '') ? null : 'is not an address (https://…)';
      if (link.entity_type === 'INTERNAL_LINK') return deadPath(references, key, link.custom_path ?? '');
      return deadSlug(references, key, link.entity_type, link.slug ?? '');
    };
    for (const menu of menuKeys) checkMenu(menus?.[menu] ?? [], menu);

    widgets?.forEach((widget, index) => {
      for (const values of [widget.attributes, ...widget.items]) {
        const { link } = values;
        const reason = link === undefined ? null : deadLink(references, key, link);
        if (reason)
          problems.add(
            { file: `stores/${key}/widgets.json`, column: `[${index}].link`, unit },
            link,
            reason,
            () => delete values.link,
          );
      }
    });
    for (const page of pages) {
      for (const link of page.html.links) {
        const reason = deadPath(references, key, link);
        if (!reason) continue;
        problems.add({ file: page.file, column: 'a[href]', unit }, link, reason, () => {
          page.html.links = page.html.links.filter((other) => other !== link);
        });
      }
    }
  }
};

/** Categories, products and links that posts name. */
export const checkPosts: Check = ({ folder, existing, references, problems }) => {
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
      for (const slug of head.products ?? []) tell('products', slug, deadSlug(references, key, 'PRODUCT', slug));
      for (const link of html.links) tell('a[href]', link, deadPath(references, key, link));
    }
  }
};
