import { findParts } from '#server/office/parts/find-parts.ts';
import { loadFound } from '../../load.ts';

/** What stands in the list is asked for anew when something is typed, not whenever the page was. */
export const shouldRevalidate = (): boolean => false;

export const loader = loadFound(findParts);
