import { encodeEntities } from '#domain/text/entities.ts';
import { formatLongDate } from '#domain/text/format.ts';
import { telHref } from '#domain/text/links.ts';

/** What the texts say of the store and of who sells there. */
export type LegalFacts = {
  store: string;
  legalName: string;
  companyNumber: string;
  postalAddress: string;
  phone: string;
  email: string;
  /** What it sells, as a sentence has it: ‘אופנועים, אביזרים וחלקים’. */
  goods: string;
  /** Where its vehicles are registered; `none`: nowhere, or it sells none. */
  registered: 'road' | 'sea' | 'none';
  /** Whether people come to its branches. */
  hasBranches: boolean;
  leadsKeptMonths: number;
  today: Date;
};

/** A text page as it begins: `body` is HTML of the elements that content pages may have. */
export type LegalPage = { slug: string; title: string; description: string; body: string };

/** A name or number of unknown direction. */
export const isolated = (text: string): string => `<bdi>${encodeEntities(text)}</bdi>`;

export const phoneLink = (phone: string): string =>
  `<a href="${telHref(phone)}"><bdi dir="ltr">${encodeEntities(phone)}</bdi></a>`;
export const mailLink = (email: string): string =>
  `<a href="mailto:${encodeEntities(email)}">${encodeEntities(email)}</a>`;

/** Who sells, with number and address, as the Consumer Protection Law (section 14c) has it told. */
export const seller = ({ legalName, companyNumber, postalAddress }: LegalFacts): string =>
  `${isolated(legalName)}, ח״פ <bdi dir="ltr">${encodeEntities(companyNumber)}</bdi>, ${isolated(postalAddress)}`;

export const updatedOn = ({ today }: LegalFacts): string => `<p>עודכן: ${formatLongDate(today)}.</p>`;

const BLANK = /\[להשלמה: ([^\][<>]{1,160})\]/g;

/** What only the shopkeeper knows. A store doesn't open while its pages have one. */
export const blank = (what: string): string => `[להשלמה: ${what}]`;

/** What is still to be filled in, in the text's sequence, each once. */
export const blanksOf = (body: string): string[] => [
  ...new Set([...body.matchAll(BLANK)].map(([, what]) => what as string)),
];

/** The text with what was typed in place of blanks; those that `typed` doesn't name stay. */
export const fillBlanks = (body: string, typed: ReadonlyMap<string, string>): string =>
  body.replace(BLANK, (whole, what: string) => {
    const text = typed.get(what);
    return text === undefined ? whole : encodeEntities(text);
  });
