import { findVariants } from '#server/office/editing/find-variants.ts';
import { loadFound } from '../../../load.ts';

/** What stands in the list is asked for anew when something is typed, not whenever the page was. */
export const shouldRevalidate = (): boolean => false;

export const loader = loadFound(findVariants);
