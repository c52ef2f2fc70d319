import type { DocumentProvider } from '../documents.ts';
import { printDocument } from './print.ts';

/** Samples of the shop's own making: `2026-00017`, counted without gaps per company, kind and year. */
export const builtInDocuments: DocumentProvider = {
  name: 'built-in',
  async issue({ year }, next) {
    const sequence = await next();
    const number = `${year}-${String(sequence).padStart(5, '0')}`;
    return { provider: 'built-in', number, sequence, link: null, allocationNumber: null };
  },
  print: printDocument,
};
