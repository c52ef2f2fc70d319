import type { DocumentContent, DocumentKind } from '#domain/money/tax-document.ts';

/** A document that a gateway made when it took or returned money. */
export type GatewayDocument = {
  provider: string;
  /** As the gateway calls its kind. */
  type: string;
  number: string;
  link: string | null;
  allocationNumber: string | null;
  /** When the gateway says that it wrote it, ISO 8601. */
  writtenAt?: string | null;
};

type DocumentDraft = {
  kind: DocumentKind;
  year: number;
  /** The gateway's own document of this payment, if any. */
  gateway: GatewayDocument | null;
};

type Numbered = {
  provider: string;
  number: string;
  sequence: number | null;
  link: string | null;
  allocationNumber: string | null;
};

/** A document's row with everything its print shows. */
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

/** A maker of tax documents (docs/rules/vat.md). */
export type DocumentProvider = {
  name: string;
  /**
   * Number and link of a new document, or `null` when this provider doesn't make it. Runs inside the paying
   * transaction; `next` increments the company's series and locks it until that transaction ends.
   */
  issue: (draft: DocumentDraft, next: () => Promise<number>) => Promise<Numbered | null>;
  /** The printed document. Providers without it store their documents elsewhere and give a link. */
  print?: (document: IssuedDocument) => Promise<Buffer>;
};
