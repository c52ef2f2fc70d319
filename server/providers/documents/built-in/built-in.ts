import type { DocumentProvider } from '../documents.ts';
import { printDocument } from './print.ts';

/** Sample documents of the demo: `2026-00017`, numbered without gaps per company, kind and year. */
export const builtInDocuments: DocumentProvider = {
  name: 'built-in',
  async issue({ year }, next) {
    const sequence = await next();
    const number = `${year}-${String(sequence).padStart(5, '0')}`;
    return { provider: 'built-in', number, sequence, link: null, allocationNumber: null };
  },
  print: printDocument,
};
