import { createContext, useContext } from 'react';
import { productPath } from '#domain/text/links.ts';
import type { Wanted } from './fields.ts';

/** Links of the stored form that the shop leaves out, and paths of products that it names, as these are hidden. */
export const HiddenLinks = createContext<readonly string[]>([]);

export const LINK_IS_HIDDEN = 'המוצר מוסתר, הקישור אינו מוצג';

/** Of a field's value, whether it is such a link or product. */
export function useIsHidden(): (wanted: Wanted | undefined, value: unknown) => boolean {
  const hidden = useContext(HiddenLinks);
  return (wanted, value) =>
    typeof value === 'string' &&
    ((wanted === 'link' && hidden.includes(value)) || (wanted === 'product' && hidden.includes(productPath(value))));
}
