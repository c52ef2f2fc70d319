import { findParts } from '#server/office/parts/find-parts.ts';
import { loadFound } from '../../load.ts';

export const loader = loadFound(findParts);
