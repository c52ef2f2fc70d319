import type { Link } from '#contract/stores.ts';

/** Links of the first menu, or of one of its areas. */
export const linksOf = (menus: { links: Link[] }[], area?: number): Link[] =>
  (menus[0]?.links ?? []).filter((link) => area === undefined || link.area_number === area);
