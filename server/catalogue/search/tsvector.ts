import { TEXT_FIELDS, type TextField } from '../engine/inverted-index.ts';

/** PostgreSQL's weights of a lexeme, one for each of `TEXT_FIELDS`. */
const WEIGHTS = 'ABCD';

/**
 * A document's terms in PostgreSQL's text form of a tsvector. Terms have no quotes or backslashes
 * (`normaliseSearchText`).
 */
export const formatTsvector = (terms: Map<string, Set<TextField>>): string =>
  [...terms]
    .map(([term, fields]) => {
      const weights = [...fields].map((field) => WEIGHTS[TEXT_FIELDS.indexOf(field)] as string).sort();
      return `'${term}':${weights.map((weight, at) => `${at + 1}${weight}`)}`;
    })
    .join(' ');

/** The terms of a tsvector as PostgreSQL writes it. */
export function* parseTsvector(text: string): Generator<{ term: string; fields: TextField[] }> {
  for (const [, term = '', positions = ''] of text.matchAll(/'([^']+)'(?::([^ ]+))?/g)) {
    yield { term, fields: TEXT_FIELDS.filter((_, at) => hasWeight(positions, at)) };
  }
}

/** PostgreSQL writes `1A,2C,3`; a position without a letter has the weight D. */
const hasWeight = (positions: string, at: number): boolean =>
  at === 3 ? /\d(?:,|$)/.test(positions) : positions.includes(WEIGHTS[at] as string);
