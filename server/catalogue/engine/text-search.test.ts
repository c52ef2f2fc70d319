import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { editDistance } from '#domain/search/edit-distance.ts';
import { synonymsOf } from '#domain/search/expand-synonyms.ts';
import { joinedNumber, wordsOf } from '#domain/search/search-text.ts';
import { bitsetOf, forEachDoc } from './bitset.ts';
import { analyseDocument } from './document-analysis.ts';
import { createIndexBuilder, type InvertedIndex, postingsOf, TEXT_FIELDS, type TextField } from './inverted-index.ts';
import { matchAll, matchMost } from './matching.ts';
import { findPartNumber } from './part-numbers.ts';
import { union } from './postings.ts';
import { analyseQuery, type QueryTerm } from './query-analysis.ts';
import { MAX_RANKED, rankAll, rankSome } from './ranking.ts';
import { completionsOf, correctionsOf } from './term-dictionary.ts';

/** Documents as plain objects; the tests scan them one by one. */
type Doc = { terms: Map<string, Set<TextField>>; isVehicle: boolean; nameLength: number; numbers: string[] };

const words = [
  'ברק',
  'סופה',
  'קסדה',
  'קסדות',
  'לקסדה',
  'אופנוע',
  'אופנועים',
  'מכל',
  'מיכל',
  'barak',
  'sufa',
  'dark',
  '500',
  '800',
];
const synonyms = synonymsOf([
  ['ברק', 'lightning'],
  ['קסדה', 'helmet'],
]);
const text = fc.array(fc.constantFrom(...words), { maxLength: 3 }).map((list) => list.join(' '));
const number = fc.constantFrom('1001', '10010', '2002', 'kp1001', 'kp10010', 'x9');
const doc: fc.Arbitrary<Doc> = fc
  .record({ name: text, category: text, detail: text, isVehicle: fc.boolean(), numbers: fc.uniqueArray(number) })
  .map(({ name, category, detail, isVehicle, numbers }) => {
    const fields = ['name', 'category', 'detail'] as const;
    const texts = fields.map((field) => ({ field, text: { name, category, detail }[field] }));
    const { terms } = analyseDocument(texts, synonyms);
    return { terms, isVehicle, nameLength: Math.max(1, name.split(' ').length), numbers };
  });
/** A document of one word, so that a query of several words is met in part only. */
const shortDoc = doc.map((one) => ({ ...one, terms: new Map([...one.terms].slice(0, 1)) }));
const corpus = fc.oneof(fc.array(doc, { maxLength: 70 }), fc.array(shortDoc, { maxLength: 6 }));
/** Words of the corpus, other forms, beginnings, misspellings, other alphabets and the other keyboard layout. */
const query = fc
  .array(
    fc.constantFrom(
      ...words,
      ...['קסד', 'אופנ', 'קסהד', 'brk', 'בראק', 'helmet', 'light', 'של', 'cre', 'בלתי', 'ואופנוע', 'לאופנוע'],
    ),
    {
      minLength: 1,
      maxLength: 4,
    },
  )
  .map((list) => list.join(' '));

function indexOf(docs: Doc[]): InvertedIndex {
  const builder = createIndexBuilder();
  docs.forEach(({ terms, isVehicle, nameLength, numbers }, at) => {
    builder.add({
      uuid: `uuid-${at}`,
      isVehicle,
      nameLength,
      terms: [...terms].map(([term, fields]) => ({ term, fields })),
      partNumbers: numbers.map((one) => ({ number: one, isWhole: one !== 'x9' })),
    });
  });
  return builder.finish(new Map([['קסדה', 'קסדה']]));
}

const idsOf = (set: Uint32Array): number[] => {
  const ids: number[] = [];
  forEachDoc(set, (id) => ids.push(id));
  return ids;
};
const hasTerm = ({ terms }: Doc, list: string[], fields: readonly TextField[] = TEXT_FIELDS): boolean =>
  list.some((term) => fields.some((field) => terms.get(term)?.has(field)));
const expanded = ({ exact, forms, completions, phonetic }: QueryTerm) => [
  ...exact,
  ...forms,
  ...completions,
  ...phonetic,
];
const countMatches = (one: Doc, terms: QueryTerm[], fields?: TextField[]) =>
  terms.filter((term) => hasTerm(one, expanded(term), fields)).length;

/** The points of one query term as the README's table has them. */
function points(one: Doc, term: QueryTerm, weight: number): number {
  const { exact, forms, completions, phonetic } = term;
  const isNamed = (list: string[]) => hasTerm(one, list, ['name', 'synonym']);
  const isCategory = (list: string[]) => hasTerm(one, list, ['category']);
  const levels: [value: number, matches: boolean][] = [
    [12, hasTerm(one, exact, ['name'])],
    [11, hasTerm(one, forms, ['name'])],
    [10.5, hasTerm(one, exact, ['synonym'])],
    [10, hasTerm(one, forms, ['synonym'])],
    [9, isCategory(exact)],
    [8.5, isNamed(completions)],
    [8, isCategory(forms)],
    [7.5, isCategory(completions)],
    [7, isNamed(phonetic)],
    [4, hasTerm(one, exact)],
    [3, hasTerm(one, forms)],
    [2.5, isCategory(phonetic)],
    [2, hasTerm(one, expanded(term))],
  ];
  const best = Math.max(0, ...levels.map(([value, matches]) => (matches ? value : 0)));
  return best * weight + (hasTerm(one, exact, ['detail']) ? 0.25 : 0);
}

const isKind = ({ token }: QueryTerm): boolean => /^אופנועי?מ?$/.test(token);

/** The first term that goods are called by, unless a kind of vehicle stands before it. */
function wanted(terms: QueryTerm[]): QueryTerm | undefined {
  const [first, ...others] = terms.filter(({ isQualifier }) => !isQualifier);
  return first && !isKind(first) ? [first, ...others].find(({ heads }) => heads.length > 0) : undefined;
}
const isCalled = (one: Doc, terms: QueryTerm[]): boolean => hasTerm(one, wanted(terms)?.heads ?? [], ['name']);

/** What the wanted thing is for counts half, and what is called as is wanted a little more. */
function sumOfPoints(one: Doc, terms: QueryTerm[]): number {
  const isHalf = terms.some((term) => !term.isQualifier);
  const sum = terms.reduce((all, term) => all + points(one, term, term.isQualifier && isHalf ? 0.5 : 1), 0);
  return sum + (isCalled(one, terms) ? 3 : 0);
}

/** `found`: all documents that match. */
function score(one: Doc, terms: QueryTerm[], found: Doc[]): number {
  const sum = sumOfPoints(one, terms);
  const term = found.some((other) => isCalled(other, terms)) ? wanted(terms) : undefined;
  const isVehicle = one.isVehicle && (!term || hasTerm(one, expanded(term), ['name', 'synonym']));
  const isNamed = countMatches(one, terms, ['name', 'synonym']) === terms.length;
  const isKindAlone = terms.every(isKind);
  return sum + (isNamed ? (3 * terms.length) / one.nameLength : 0) + (isVehicle ? (isKindAlone ? 18 : 6) : 0);
}

const byScore = (docs: Doc[], ids: number[], scoreOf: (one: Doc) => number): number[] =>
  ids.toSorted((a, b) => scoreOf(docs[b] as Doc) - scoreOf(docs[a] as Doc) || a - b);

describe('against a scan of the documents', () => {
  test('postings are the documents with the term in the field', () => {
    fc.assert(
      fc.property(corpus, (docs) => {
        const index = indexOf(docs);
        for (const term of new Set(docs.flatMap(({ terms }) => [...terms.keys()]))) {
          for (const field of TEXT_FIELDS) {
            const ids = [...docs.keys()].filter((id) => hasTerm(docs[id] as Doc, [term], [field]));
            expect(idsOf(union(docs.length, postingsOf(index, term, [field])))).toEqual(ids);
          }
          const frequency = docs.filter((one) => hasTerm(one, [term])).length;
          expect(index.documentFrequency[index.termIds.get(term) as number]).toBe(frequency);
        }
        expect(postingsOf(index, 'no such term')).toEqual([]);
      }),
      { numRuns: 30 },
    );
  });

  test('conjunction and its ranking', () => {
    fc.assert(
      fc.property(corpus, query, (docs, typed) => {
        const index = indexOf(docs);
        const { terms } = analyseQuery(index, typed);
        const ids = [...docs.keys()].filter((id) => countMatches(docs[id] as Doc, terms) === terms.length);
        const matches = matchAll(index, terms);
        expect(idsOf(matches)).toEqual(terms.length > 0 ? ids : []);
        const found = ids.map((id) => docs[id] as Doc);
        const ranked = byScore(docs, idsOf(matches), (one) => score(one, terms, found));
        expect(rankAll(index, terms, matches)).toEqual(ranked);
      }),
      { numRuns: 200 },
    );
  });

  test('quorum and its ranking', () => {
    const scenario = fc.record({ docs: corpus, typed: query, hidden: fc.array(fc.nat(69)) });
    fc.assert(
      fc.property(scenario, ({ docs, typed, hidden }) => {
        const index = indexOf(docs);
        const { terms } = analyseQuery(index, typed);
        const visible = [...docs.keys()].filter((id) => !hidden.includes(id));
        const most = Math.max(0, ...visible.map((id) => countMatches(docs[id] as Doc, terms)));
        const isQuorum = most > 0 && most * 2 >= terms.length;
        const ids = visible.filter((id) => isQuorum && countMatches(docs[id] as Doc, terms) >= most);
        const matches = matchMost(index, terms, (set) => {
          const visibleDocs = bitsetOf(docs.length, visible);
          set.forEach((word, at) => {
            set[at] = word & (visibleDocs[at] as number);
          });
        });
        expect(idsOf(matches)).toEqual(ids);
        expect(rankSome(index, terms, matches)).toEqual(byScore(docs, ids, (one) => sumOfPoints(one, terms)));
        const ofVehicle = (one: Doc) => (one.isVehicle && !wanted(terms) ? 6 : 0) + sumOfPoints(one, terms);
        expect(rankSome(index, terms, matches, true)).toEqual(byScore(docs, ids, ofVehicle));
      }),
      { numRuns: 200 },
    );
  });

  test('of more documents than are ranked, those with the words in their names are', () => {
    fc.assert(
      fc.property(fc.array(doc, { minLength: MAX_RANKED + 50, maxLength: 500 }), (docs) => {
        for (const { terms } of docs) if (!terms.has('אופנוע')) terms.set('אופנוע', new Set(['detail']));
        const index = indexOf(docs);
        const { terms } = analyseQuery(index, 'אופנוע');
        const matches = matchAll(index, terms);
        const ids = idsOf(matches);
        const tier = (id: number): number =>
          [['name'], ['name', 'synonym'], ['name', 'synonym', 'category']].findIndex(
            (fields) => countMatches(docs[id] as Doc, terms, fields as TextField[]) === terms.length,
          ) >>> 0;
        const chosen = ids.toSorted((a, b) => tier(a) - tier(b) || a - b).slice(0, MAX_RANKED);
        expect(rankAll(index, terms, matches)).toEqual(byScore(docs, chosen, (one) => score(one, terms, docs)));
      }),
      { numRuns: 5 },
    );
  });

  test('completions', () => {
    fc.assert(
      fc.property(corpus, fc.constantFrom('ק', 'קס', 'אופנ', '_', 'b', 'zz'), (docs, prefix) => {
        const frequency = new Map<string, number>();
        for (const { terms } of docs)
          for (const term of terms.keys()) frequency.set(term, (frequency.get(term) ?? 0) + 1);
        const expected = [...frequency]
          .filter(([term]) => term.startsWith(prefix))
          .sort(([a, often], [b, oftener]) => oftener - often || (a < b ? -1 : 1))
          .map(([term]) => term);
        expect(completionsOf(indexOf(docs), prefix)).toEqual(expected.slice(0, 24));
      }),
    );
  });

  test('corrections have the fewest mistakes, the most frequent first', () => {
    fc.assert(
      fc.property(corpus, fc.constantFrom('קסהד', 'אופנועיט', 'barka', 'sufaa', 'zzzz'), (docs, typed) => {
        const allowed = typed.length >= 7 ? 2 : 1;
        const near = new Map<string, number>();
        for (const { terms } of docs) {
          for (const term of terms.keys()) {
            if (/^\p{L}+$/u.test(term) && editDistance(term, typed) <= allowed)
              near.set(term, (near.get(term) ?? 0) + 1);
          }
        }
        const fewest = Math.min(...[...near.keys()].map((term) => editDistance(term, typed)));
        const best = [...near].filter(([term]) => editDistance(term, typed) === fewest);
        const corrections = correctionsOf(indexOf(docs), typed).map(({ term }) => term);
        expect(corrections.map((term) => near.get(term))).toEqual(
          best
            .map(([, often]) => often)
            .sort((a, b) => b - a)
            .slice(0, 3),
        );
        for (const term of corrections) expect(best.map(([one]) => one)).toContain(term);
      }),
    );
  });

  test('part numbers', () => {
    const typed = fc.constantFrom('1001', '10010', 'KP-1001', 'kp 100', 'x9', '200', '2002', 'קסדה');
    fc.assert(
      fc.property(corpus, typed, fc.integer({ min: 1, max: 20 }), (docs, typedNumber, limit) => {
        const joined = joinedNumber(typedNumber);
        const isPrefix = joined.length >= 5 || /[a-z]/.test(joined);
        const isLookedUp = /\d/.test(joined) && joined.length >= 4;
        const lines = docs.flatMap(({ numbers }, docId) => numbers.map((one) => ({ one, docId })));
        const matching = lines
          .filter(({ one }) => isLookedUp && (isPrefix ? one.startsWith(joined) : one === joined))
          .sort((a, b) => (a.one < b.one ? -1 : a.one > b.one ? 1 : a.docId - b.docId));
        const hits = matching.slice(0, 10 * limit).filter(({ docId }) => docId % 3 > 0);
        const ids = [...new Set(hits.map(({ docId }) => docId))];
        const found = findPartNumber(indexOf(docs).partNumbers, typedNumber, {
          limit,
          accepts: (textId) => textId % 3 > 0,
        });
        expect(found.textIds).toEqual(ids.slice(0, limit));
        expect(found.truncated).toBe(ids.length > limit || matching.length >= 10 * limit);
        expect(found.isExact).toBe(hits.some(({ one }) => one === joined));
      }),
    );
  });
});

test('every expansion of a query is a term of the index, the token itself first', () => {
  fc.assert(
    fc.property(corpus, query, (docs, typed) => {
      const index = indexOf(docs);
      const { terms, unmatched, tokens, guesses } = analyseQuery(index, typed);
      for (const term of terms) {
        const all = [...expanded(term), ...term.phoneticFallback];
        for (const one of all) if (!guesses.includes(term)) expect(index.termIds.has(one), one).toBe(true);
        if (index.termIds.has(term.token)) expect(term.exact).toEqual([term.token]);
      }
      expect([...terms.map(({ token }) => token), ...unmatched].sort()).toEqual(tokens.toSorted());
    }),
  );
});

test('stop words, the other keyboard layout, a misspelt word and a word of the other alphabet', () => {
  const { terms } = analyseDocument([{ field: 'name', text: 'קסדה אופנוע ברק' }], synonyms);
  const index = indexOf([{ terms, isVehicle: false, nameLength: 3, numbers: [] }]);
  const read = (typed: string) => {
    const { tokens, corrected, unmatched } = analyseQuery(index, typed);
    return { tokens, corrected, unmatched };
  };
  expect(read('קסדה של אופנוע')).toEqual({ tokens: ['קסדה', 'אופנוע'], corrected: null, unmatched: [] });
  expect(read('exsv')).toEqual({ tokens: ['קסדה'], corrected: 'קסדה', unmatched: [] });
  expect(read('קסהד')).toEqual({ tokens: ['קסהד'], corrected: 'קסדה', unmatched: [] });
  expect(read('barak')).toEqual({ tokens: ['barak'], corrected: null, unmatched: [] });
  expect(read('xyz ברק')).toEqual({ tokens: ['xyz', 'ברק'], corrected: null, unmatched: ['xyz'] });
});

test.each([
  ['ברק חמש מאות', ['ברק', '500']],
  ['barak חמש מאות', ['barak', '500']],
  ['שרשרת לברק שמונה מאות', ['שרשרת', 'לברק', '800']],
  ['סופה שש חמישים', ['סופה', '650']],
  ['נימר אלף ארבע', ['נימר', '1000', '4']],
  ['אופנוע חמש מאות', ['אופנוע', '500']],
  // No model's number: not of this name, of goods alone, or so few that they count something.
  ['סופה חמש מאות', ['סופה', 'חמש', 'מאות']],
  ['קסדה שלוש', ['קסדה', 'שלוש']],
  ['אופנוע ארבע', ['אופנוע', 'ארבע']],
  ['חמש מאות', ['חמש', 'מאות']],
])('the number of a model in words: %s', (typed, tokens) => {
  const names = ['ברק Barak 500', 'ברק Barak 800', 'סופה 650', 'נימר 1000-4', 'קסדה 3'];
  const docs = names.map((name) => ({
    terms: analyseDocument(
      [
        { field: 'name', text: name },
        { field: 'category', text: 'אופנוע' },
      ],
      synonyms,
    ).terms,
    isVehicle: !name.startsWith('קסדה'),
    nameLength: 2,
    numbers: [],
  }));
  expect(analyseQuery(indexOf(docs), typed).tokens).toEqual(tokens);
});

test('what it was taken for has every word that is known, in its place', () => {
  // One letter from words of the documents.
  const knownWord = fc.constantFrom('סופר', 'אופנוען', 'קסדן', 'barack', ...words);
  const typed = fc.array(fc.oneof(knownWord, fc.constantFrom('קסהד', 'barka', 'סופפה')), {
    minLength: 1,
    maxLength: 4,
  });
  fc.assert(
    fc.property(corpus, fc.uniqueArray(knownWord), typed, (docs, others, asked) => {
      const index = indexOf(docs);
      const isWord = (word: string) => others.some((one) => wordsOf(one)[0] === word);
      const { corrected, guesses } = analyseQuery(index, asked.join(' '), isWord);
      const shown = corrected?.split(' ') ?? asked;
      asked.forEach((word, at) => {
        const token = wordsOf(word)[0] as string;
        if (!index.termIds.has(token) && !isWord(token)) return;
        expect(guesses.map((guess) => guess.token)).not.toContain(token);
        if (shown.length === asked.length) expect(shown[at]).toBe(word);
      });
    }),
    { numRuns: 300 },
  );
});

test.each([
  ['שמן', ['שמן מנוע סינתטי 10W', 'מסנן שמן', 'אופנוע']],
  // Also while it is typed, and by another word for it.
  ['שמ', ['שמן מנוע סינתטי 10W', 'מסנן שמן', 'אופנוע']],
  ['helmet', ['ערכת קסדה', 'תיק קסדה']],
  ['קסדה', ['ערכת קסדה', 'תיק קסדה']],
])('what is called %s comes before what has it in its name, and a vehicle that mentions it', (typed, names) => {
  const docs = ['אופנוע', 'מסנן שמן', 'שמן מנוע סינתטי 10W', 'תיק קסדה', 'ערכת קסדה'].map((name) => ({
    terms: analyseDocument(
      [
        { field: 'name', text: name },
        { field: 'detail', text: name === 'אופנוע' ? 'שמן' : '' },
      ],
      synonyms,
    ).terms,
    isVehicle: name === 'אופנוע',
    nameLength: name.split(' ').length,
    numbers: [],
    name,
  }));
  const index = indexOf(docs);
  const { terms } = analyseQuery(index, typed);
  expect(rankAll(index, terms, matchAll(index, terms)).map((id) => docs[id]?.name)).toEqual(names);
});
