import { createHash } from 'node:crypto';
import { settingsTag } from '#db/cache-tags.ts';
import type { RequestContext } from './context.ts';
import { perCache } from './platform/cache.ts';
import { dependOn, lifetimeOf, recordReads, SHORT_LIVED } from './platform/cache-reads.ts';
import { taggedLru } from './platform/tagged-lru.ts';

/** A reply that is ready to be sent: what the contract's schema has made of it, as JSON. */
export class ReadyReply {
  readonly body: string;
  readonly etag: string;
  constructor(body: string) {
    this.body = body;
    this.etag = `W/"${createHash('sha1').update(body).digest('base64')}"`;
  }
}

type KeptReply = { reply: ReadyReply; tags: ReadonlySet<string>; keptUntil: number };

/** Bytes of all stores together. */
const MAX_BYTES = 32 * 1024 * 1024;
/** A longer key is hardly asked for twice; its reply is not kept. */
const LONGEST_KEY = 1_000;
/** Bytes of a reply's key, ETag and tags. */
const KEY_AND_TAGS = 4_000;

/** The process's replies. */
export const keptReplies = perCache((cache) => {
  const replies = taggedLru<KeptReply>({
    maxSize: MAX_BYTES,
    // Two bytes a letter, since there is Hebrew in it.
    sizeCalculation: ({ reply }) => 2 * reply.body.length + KEY_AND_TAGS,
  });
  cache.onChange((change) => {
    if (!Array.isArray(change)) replies.clear();
    else for (const [key] of replies.tagged(change)) replies.delete(key);
  });
  return replies;
});

/**
 * The reply under `key` in the store of `ctx`, kept until something that it is made of changes
 * (docs/decisions/0015-page-cache.md). `make` gets a context without a customer, since everybody is given the same.
 * `startedAt` (`performance.now()`): when `ctx` was made; what changed since is in no reply that is kept.
 */
export async function keptReply(
  ctx: RequestContext,
  key: string,
  startedAt: number,
  make: (ctx: RequestContext) => Promise<string>,
): Promise<ReadyReply> {
  const replies = keptReplies(ctx.cache);
  const storeKey = `${ctx.store.uuid} ${key}`;
  const cachedReply = replies.get(storeKey);
  if (cachedReply && performance.now() < cachedReply.keptUntil) return cachedReply.reply;
  const now = () => {
    dependOn(SHORT_LIVED);
    return ctx.now();
  };
  const tags = new Set([settingsTag(ctx.store.uuid)]);
  const reply = new ReadyReply(await recordReads(tags, () => make({ ...ctx, now, customer: null })));
  const isCurrent = ctx.cache.listening() && ctx.cache.changedSince(tags, startedAt).length === 0;
  if (isCurrent && key.length <= LONGEST_KEY)
    replies.set(storeKey, { reply, tags, keptUntil: performance.now() + lifetimeOf(tags) });
  return reply;
}
