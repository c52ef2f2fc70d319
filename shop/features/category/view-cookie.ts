import type { View } from '../product/card/product-grid.tsx';

/**
 * Box or list, as the visitor last chose it; the server reads it, so that nothing shifts when the page comes to life.
 */
const YEAR = 31_536_000;

export const readViewCookie = (header: string | null): View =>
  /(?:^|;\s*)view=list(?:;|$)/.test(header ?? '') ? 'list' : 'box';

export const viewCookie = (view: View): string => `view=${view}; Path=/; Max-Age=${YEAR}; SameSite=Lax`;
