import type { Environment } from '../../platform/environment.ts';
import { builtInDocuments } from './built-in/built-in.ts';
import type { DocumentProvider } from './documents.ts';

/** The gateway made the document with the charge: its number and link are kept. */
const gatewayDocuments: DocumentProvider = {
  name: 'gateway',
  issue: async ({ gateway }) => gateway && { ...gateway, sequence: null },
};

/**
 * Who is asked for a document, in this order; the first that makes one has made it. What we print ourselves is a sample:
 * in live mode tax documents come from the gateway alone.
 */
export const documentProviders = ({ env }: { env: Environment }): DocumentProvider[] =>
  env.MODE === 'demo' ? [gatewayDocuments, builtInDocuments] : [gatewayDocuments];
