import type { Environment } from '../../platform/environment.ts';
import { printDocument } from './built-in/print.ts';
import type { DocumentProvider } from './documents.ts';

/** Sample documents of the demo: `2026-00017`, numbered without gaps per company, kind and year. */
const builtInDocuments: DocumentProvider = {
  name: 'built-in',
  async issue({ year }, next) {
    const sequence = await next();
    const number = `${year}-${String(sequence).padStart(5, '0')}`;
    return { provider: 'built-in', number, sequence, link: null, allocationNumber: null };
  },
  print: printDocument,
};

/** The gateway made the document with the charge: its number and link are stored. */
const gatewayDocuments: DocumentProvider = {
  name: 'gateway',
  issue: async ({ gateway }) => gateway && { ...gateway, sequence: null },
};

/**
 * Providers in sequence; the first that makes the document wins. Built-in documents are samples: in live mode tax
 * documents come from the gateway alone.
 */
export const documentProviders = ({ env }: { env: Environment }): DocumentProvider[] =>
  env.MODE === 'demo' ? [gatewayDocuments, builtInDocuments] : [gatewayDocuments];
