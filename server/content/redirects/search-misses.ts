import { redirects } from '#db/schema/index.ts';
import { and, eq } from '#db/sql.ts';
import { searchWords } from '#domain/search/search-text.ts';
import { searchAddress } from '#domain/text/legacy-url.ts';
import type { RequestContext } from '../../context.ts';
import { dependOn, SHORT_LIVED } from '../../platform/cache-reads.ts';
import { countMiss } from './redirects.ts';

const MAX_WORDS = 6;
const LONGEST = 60;
/** A phone, an identity or a card number, however it is divided; a part number has fewer digits in a row. */
const LONG_NUMBER = /\p{Nd}(?:[\s().+־–-]*\p{Nd}){6,}/u;
/** Of a mail or a web address. */
const ADDRESS = /[@\\]|:\/\/|www\./i;

/**
 * The words by which a search that found nothing is counted; `null` for what may be about a person, or is no search.
 */
function countedWords(search: string): string | null {
  const words = searchWords(search);
  if (words.length === 0 || words.length > MAX_WORDS || search.length > LONGEST) return null;
  return ADDRESS.test(search) || LONG_NUMBER.test(search.normalize('NFKC')) ? null : words.join(' ');
}

/**
 * What to do about a search that nothing answers: it leads to where staff send it, or is counted. It is one of the
 * addresses that were requested without an answer (`redirects.ts`), and bounded as these are; the same search within
 * half a minute may count once.
 */
export async function answerSearchMiss(ctx: RequestContext, search: string): Promise<string | null> {
  dependOn(SHORT_LIVED);
  const path = searchAddress(search);
  const [answer] = await ctx.db
    .select({ target: redirects.target })
    .from(redirects)
    .where(and(eq(redirects.storeUid, ctx.store.uuid), eq(redirects.source, path)));
  if (answer) return answer.target;
  if (!ctx.preview && countedWords(search) !== null) await countMiss(ctx, path);
  return null;
}
