import { z } from 'zod';
import { stores } from '#db/schema/index.ts';
import { eq } from '#db/sql.ts';
import { HOUR_MS } from '#domain/calendar/durations.ts';
import { refuse } from '../../platform/errors.ts';
import { keyedHash, sameSecret } from '../../platform/keyed-hash.ts';
import { siteUrl } from '../../platform/site-url.ts';
import { officeCall } from '../../staff/office-call.ts';
import { checkedMoments } from './publish.ts';
import { draftOf } from './reach.ts';

/** What a link to a preview opens: one draft in one store, at a moment, until its end. */
export type PreviewPass = {
  draft: string;
  store: string;
  /** Milliseconds. */
  endsAt: number;
  /** The moment that the shop is shown at; `null`: the draft's own, or now. */
  at: number | null;
  /** Of the draft: another one revokes the link. */
  nonce: string;
};

const passShape = z.tuple([z.uuid(), z.uuid(), z.number(), z.number().nullable(), z.uuid()]);
const LONGEST = 600;

function signPass(secret: string, { draft, store, endsAt, at, nonce }: PreviewPass): string {
  const content = Buffer.from(JSON.stringify([draft, store, endsAt, at, nonce])).toString('base64url');
  return `${content}.${keyedHash(secret, `preview:${content}`)}`;
}

/** `null` for a bad signature, without a query. Whether it has ended or was revoked is the caller's to ask. */
export function readPass(secret: string, token: string): PreviewPass | null {
  if (token.length > LONGEST) return null;
  const [content = '', signature = ''] = token.split('.');
  if (!sameSecret(signature, keyedHash(secret, `preview:${content}`))) return null;
  const parsed = passShape.safeParse(JSON.parse(Buffer.from(content, 'base64url').toString()));
  if (!parsed.success) return null;
  const [draft, store, endsAt, at, nonce] = parsed.data;
  return { draft, store, endsAt, at, nonce };
}

/** An address of the shop that shows the draft to everybody who has it, until its end. */
export const previewLink = officeCall(
  {
    name: 'drafts.link',
    permission: 'content.edit',
    input: z.object({
      draft: z.uuid(),
      shop: z.uuid('בחרו חנות'),
      hours: z.coerce
        .number()
        .int()
        .min(1)
        .max(24 * 14)
        .default(24),
      day: z.string().optional(),
      time: z.string().optional(),
    }),
    kind: 'read',
  },
  async (ctx, { draft: uuid, shop, hours, day, time = '00:00' }) => {
    const draft = await draftOf(ctx, uuid);
    const [store] = await ctx.db.select().from(stores).where(eq(stores.uuid, shop));
    if (!store || !ctx.stores.includes(shop) || (draft.storeUid && draft.storeUid !== shop)) throw refuse('NOT_FOUND');
    const endsAt = ctx.now().getTime() + hours * HOUR_MS;
    const at = day ? checkedMoments(ctx, { day, time }).publishAt.getTime() : null;
    const token = signPass(ctx.secret, { draft: uuid, store: shop, endsAt, at, nonce: draft.linkNonce });
    const url = `${siteUrl(ctx.env, store)}/preview/${token}`;
    return { url, sides: `${url}?sides`, endsAt: new Date(endsAt).toISOString(), message: 'הקישור מוכן' };
  },
);
