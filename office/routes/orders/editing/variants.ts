import { findVariants } from '#server/office/editing/find-variants.ts';
import { loadFound } from '../../../load.ts';

export const loader = loadFound(findVariants);
