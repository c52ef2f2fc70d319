import { compoundsOf } from '#domain/search/expand-synonyms.ts';
import { isFiller } from '#domain/search/fillers.ts';
import { otherLayout } from '#domain/search/keyboard.ts';
import { headTerms, nearTerms, soundTerms, yodTerms } from '#domain/search/search-terms.ts';
import { joinUnits, searchWords, wordsOf } from '#domain/search/search-text.ts';
import { soundsOf } from '#domain/search/transliteration.ts';
import { compounds, qualifiers } from '#domain/search/vehicle-synonyms.ts';
import { type InvertedIndex, postingsOf } from './inverted-index.ts';
import { withModelNumbers } from './model-numbers.ts';
import { isEmptyList } from './postings.ts';
import { type Correction, completionsOf, correctionsOf } from './term-dictionary.ts';

/** A token of the query, expanded to the terms of the index that may mean it, surest first. */
export type QueryTerm = {
  token: string;
  exact: string[];
  /** Other forms of the word: stem, prefix letters, a yod more or less; further corrections of a misspelt one. */
  forms: string[];
  completions: string[];
  /** Marks of goods that are called so (`headTerms`). */
  heads: string[];
  phonetic: string[];
  /** Tried where no document has all tokens as they are written. */
  phoneticFallback: string[];
  /**
   * Says what the wanted thing is for (`קסדה לאופנוע`): weighs less, and is left out where it would hide what is
   * wanted.
   */
  isQualifier: boolean;
};

export type QueryAnalysis = {
  /** Tokens that the index has a term for. */
  terms: QueryTerm[];
  unmatched: string[];
  /** All tokens, in the right keyboard layout. */
  tokens: string[];
  /** Those of `terms` that rest on a guess at spelling or sound. */
  guesses: QueryTerm[];
  /** The query as it is understood, where keyboard layout or spelling were corrected. */
  corrected: string | null;
};

/** A part of the query between spaces. */
type Chunk = { text: string; tokens: string[]; isRelaid: boolean };

/** Words without a meaning for the search, and single letters that stand before a Latin name. */
const STOP_WORDS = /^(?:של|עמ|את|או|גמ|לי|על|[הובלמשכ])$/;
/** A final letter before another one: no Hebrew word is typed so. */
const FINAL_INSIDE = /[םןץףך](?=[א-ת])/;
const MAX_CHUNKS = 12;
const MAX_LENGTH = 400;

/**
 * Tokenises the query and expands each token against the index. A chunk that the index doesn't know, but would know in
 * the other keyboard layout, is read in that one; a token that is still unknown is taken for what sounds or is spelt
 * like it, unless `isWord` knows it for a word that the index just doesn't have.
 */
export function analyseQuery(index: InvertedIndex, query: string, isWord = knowsNoOther): QueryAnalysis {
  const typed = joinUnits(query.slice(0, MAX_LENGTH).normalize('NFC')).trim().split(/\s+/).slice(0, MAX_CHUNKS);
  const texts = withModelNumbers(index, typed).map((text, at, all) => withoutArticle(all[at - 1] ?? '', text));
  const readings = texts.map((text) => {
    const relaid = otherLayout(text);
    return { text, tokens: searchWords(text), relaid, relaidTokens: relaid === null ? [] : searchWords(relaid) };
  });
  const has = (term: string): boolean => index.termIds.has(term);
  const completions = completer(index, readings.at(-1)?.tokens.at(-1));
  const isComplete = (tokens: string[]) =>
    tokens.length > 0 && tokens.every((token) => [token, ...nearTerms(token)].some(has) || isWord(token));
  const isBegun = (tokens: string[]) =>
    isComplete(tokens) || tokens.every((token) => has(token) || completions(token).length > 0);
  const chunks = readings.map(({ text, tokens, relaid, relaidTokens }): Chunk => {
    const asTyped = { text, tokens, isRelaid: false };
    const isTypable = isComplete(tokens) && !FINAL_INSIDE.test(text);
    if (relaid === null || relaidTokens.join('').length < 3 || isTypable) return asTyped;
    const isBetter = isComplete(relaidTokens) || (!isBegun(tokens) && isBegun(relaidTokens));
    return isBetter ? { text: relaid, tokens: relaidTokens, isRelaid: true } : asTyped;
  });
  const significant = withoutStopWords(chunks);
  const terms = [...new Set(significant.flatMap((chunk) => chunk.tokens))].map(
    (token): QueryTerm => ({
      token,
      exact: has(token) ? [token] : [],
      forms: [...nearTerms(token), ...yodTerms(token)].filter(has),
      completions: completions(token).filter((term) => term !== token),
      heads: headsOf(index, token, has),
      phonetic: soundTerms(token).filter(has),
      phoneticFallback: [],
      isQualifier: qualifiers.has(token),
    }),
  );
  return correct(index, significant, terms, isWord);
}

const isCompound = compoundsOf(compounds);

/** `אופנוע הים` as `אופנוע ים`, whose second word is too short to be read without a prefix letter elsewhere. */
function withoutArticle(before: string, text: string): string {
  const words = wordsOf(`${before} ${text.slice(1)}`);
  return text.startsWith('ה') && words.length === 2 && isCompound(words).every(Boolean) ? text.slice(1) : text;
}

/** Of a token that is begun, of all that it may become, so that the list does not turn round with its last letter. */
function headsOf(index: InvertedIndex, token: string, has: (term: string) => boolean): string[] {
  const heads = headTerms(token);
  const finished = heads.filter(has);
  const isBegun = finished.length === 0 && !has(token) && /^[א-ת]{2,}$/.test(token);
  return isBegun ? heads.slice(0, 1).flatMap((head) => completionsOf(index, head)) : finished;
}

const knowsNoOther = (_token: string): boolean => false;

/** Completions of tokens of two letters and more, and of the last token whatever its length. */
function completer(index: InvertedIndex, lastToken: string | undefined): (token: string) => string[] {
  const cache = new Map<string, string[]>();
  // A number that is begun is a model's; those that it could become in details are any.
  const isLikely = (term: string): boolean =>
    !/^\d/.test(term) || postingsOf(index, term, ['name', 'synonym']).some((list) => !isEmptyList(list));
  return (token) => {
    const isUnfinished = /^\p{L}{2,}$/u.test(token) || token === lastToken;
    const completions = cache.get(token) ?? (isUnfinished ? completionsOf(index, token).filter(isLikely) : []);
    cache.set(token, completions);
    return completions;
  };
}

/** A query of stop words only stays as it is. */
function withoutStopWords(chunks: Chunk[]): Chunk[] {
  const significant = chunks
    .map((chunk) => ({
      ...chunk,
      tokens: chunk.tokens.filter((token) => !STOP_WORDS.test(token) && !isFiller(token)),
    }))
    .filter((chunk) => chunk.tokens.length > 0);
  return significant.length > 0 ? significant : chunks;
}

const isOtherAlphabet = (token: string) => (sound: string) => sound.startsWith(/[א-ת]/.test(token) ? '~l' : '~h');

/** Of a token that sounds like a name only spellings of that sound count: `bark` is Barak and not `dark`. */
function likelyCorrections(index: InvertedIndex, { token, phonetic }: QueryTerm): Correction[] {
  const corrections = correctionsOf(index, token);
  if (phonetic.length === 0) return corrections;
  const sounds = new Set(soundsOf(token));
  return corrections.filter(({ term }) => soundsOf(term).some((sound) => sounds.has(sound)));
}

const isWhole = ({ exact, forms }: QueryTerm): boolean => exact.length + forms.length > 0;

const isKnown = (term: QueryTerm): boolean => isWhole(term) || term.completions.length > 0;

const isSure = (index: InvertedIndex, term: QueryTerm): boolean =>
  isWhole(term) && [term.token, ...nearTerms(term.token)].some((one) => index.termIds.has(one));

function correct(
  index: InvertedIndex,
  chunks: Chunk[],
  queryTerms: QueryTerm[],
  isWord: (token: string) => boolean,
): QueryAnalysis {
  const terms: QueryTerm[] = [];
  const surfaceForms = new Map<string, string>();
  for (const term of queryTerms) {
    if (!isKnown(term) && isWord(term.token)) continue;
    const [best, ...others] = isKnown(term) ? [] : likelyCorrections(index, term);
    // A token that only begins a term, or is one but for a yod and its ending, may as well be a name that sounds so.
    if (isKnown(term)) {
      terms.push({ ...term, phonetic: isSure(index, term) ? [] : term.phonetic, phoneticFallback: term.phonetic });
    } else if (best) {
      const forms = [...nearTerms(best.term), ...others.map((other) => other.term)];
      const heads = headTerms(best.term).filter((head) => index.termIds.has(head));
      terms.push({ ...term, exact: [best.term], forms, heads });
      // A name in the other alphabet is no mistake.
      if (!term.phonetic.some(isOtherAlphabet(term.token))) surfaceForms.set(term.token, best.surfaceForm);
    } else if (term.phonetic.length > 0) terms.push(term);
  }
  const corrected = chunks.map(
    ({ text, tokens }) =>
      tokens
        .map((token) => surfaceForms.get(token))
        .filter(Boolean)
        .join(' ') || text,
  );
  const tokens = queryTerms.map(({ token }) => token);
  const guessed = new Set(queryTerms.filter((term) => !isKnown(term)).map(({ token }) => token));
  const isCorrected = chunks.some(({ isRelaid }) => isRelaid) || surfaceForms.size > 0;
  return {
    terms,
    unmatched: tokens.filter((token) => !terms.some((term) => term.token === token)),
    tokens,
    guesses: terms.filter(({ token }) => guessed.has(token)),
    corrected: isCorrected ? corrected.join(' ') : null,
  };
}
