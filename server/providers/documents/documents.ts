import type { DocumentContent, DocumentKind } from '#domain/money/tax-document.ts';

/** What a gateway made by itself when it took or returned money. */
export type GatewayDocument = {
  provider: string;
  number: string;
  link: string | null;
  allocationNumber: string | null;
};

type DocumentDraft = {
  kind: DocumentKind;
  year: number;
  /** The gateway's own document of this payment, where there is one. */
  gateway: GatewayDocument | null;
};

type Numbered = {
  provider: string;
  number: string;
  sequence: number | null;
  link: string | null;
  allocationNumber: string | null;
};

/** A document as its row says, with all that its print shows. */
export type IssuedDocument = {
  provider: string;
  kind: DocumentKind;
  number: string;
  issuedAt: Date;
  allocationNumber: string | null;
  netAgorot: number;
  vatAgorot: number;
  totalAgorot: number;
  vatBp: number;
  content: DocumentContent;
};

/** Whoever makes tax documents. */
export type DocumentProvider = {
  name: string;
  /**
   * Number and link of a new document, or `null` when this provider doesn't make it. Runs within the transaction that
   * pays; `next` counts the company's own series on and holds it until that transaction ends.
   */
  issue: (draft: DocumentDraft, next: () => Promise<number>) => Promise<Numbered | null>;
  /** The document on paper. Providers without it keep their documents elsewhere and give a link. */
  print?: (document: IssuedDocument) => Promise<Buffer>;
};
