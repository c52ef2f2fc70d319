import type { Environment } from '../../platform/environment.ts';
import { builtInDocuments } from './built-in/built-in.ts';
import type { DocumentProvider } from './documents.ts';

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
