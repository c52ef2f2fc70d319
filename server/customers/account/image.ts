import { and, eq } from 'drizzle-orm';
import sharp from 'sharp';
import { customerImages, customers } from '#db/schema/index.ts';
import type { RequestContext } from '../../context.ts';
import { lockCustomer, requireCustomer } from '../../identity/require-customer.ts';
import { refuse } from '../../platform/errors.ts';

export const MOST_BYTES = 8 * 1024 * 1024;
/** The largest phone cameras have 200 million pixels; a small file that decodes to more than this is no photograph. */
const MOST_PIXELS = 50_000_000;
const SIDE = 512;

/** Magic bytes of each format. The declared type is ignored. */
const beginnings: [format: string, matches: (bytes: Buffer) => boolean][] = [
  ['jpeg', (bytes) => bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))],
  ['png', (bytes) => bytes.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex'))],
  ['webp', (bytes) => bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP'],
];

/** Decoding takes a processor; this process allows a few at a time. */
let decoding = 0;
const MOST_AT_ONCE = 2;

/**
 * A picture redrawn from its pixels: metadata and anything else hidden in the file is dropped. Rotated upright first,
 * as the orientation is metadata too.
 * @throws IMAGE_REFUSED
 */
async function redraw(bytes: Buffer): Promise<Buffer> {
  const format = beginnings.find(([, matches]) => matches(bytes))?.[0];
  if (!format) throw refuse('IMAGE_REFUSED');
  try {
    const picture = sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'error', pages: 1 });
    const { format: pictureFormat, width, height } = await picture.metadata();
    if (pictureFormat !== format || width * height > MOST_PIXELS) throw refuse('IMAGE_REFUSED');
    return await picture
      .autoOrient()
      .resize(SIDE, SIDE, { fit: 'cover', position: 'attention' })
      .webp({ quality: 82 })
      .timeout({ seconds: 10 })
      .toBuffer();
  } catch {
    throw refuse('IMAGE_REFUSED');
  }
}

const pathOf = (uuid: string): string => `/customer/media/${uuid}`;

/** @returns its URL, readable by its owner alone @throws IMAGE_REFUSED, RATE_LIMITED, UNAUTHORIZED */
export async function setImage(ctx: RequestContext, bytes: unknown): Promise<string> {
  const { uuid: customerUid } = requireCustomer(ctx);
  if (!Buffer.isBuffer(bytes)) throw refuse('IMAGE_REFUSED');
  if (decoding >= MOST_AT_ONCE) throw refuse('RATE_LIMITED', { retryAfter: 5 });
  decoding++;
  const picture = await redraw(bytes).finally(() => {
    decoding--;
  });
  return ctx.db.transaction(async (tx) => {
    // The account may have been erased while the picture was drawn: none may remain.
    await lockCustomer(tx, customerUid);
    // A new name for each picture, so that browsers don't show the previous one.
    const uuid = crypto.randomUUID();
    const fresh = { uuid, bytes: picture, createdAt: ctx.now() };
    await tx
      .insert(customerImages)
      .values({ customerUid, ...fresh })
      .onConflictDoUpdate({ target: customerImages.customerUid, set: fresh });
    await tx
      .update(customers)
      .set({ image: pathOf(uuid) })
      .where(eq(customers.uuid, customerUid));
    return pathOf(uuid);
  });
}

export async function deleteImage(ctx: RequestContext): Promise<void> {
  const { uuid: customerUid } = requireCustomer(ctx);
  await ctx.db.transaction(async (tx) => {
    // The account is locked first, as everywhere; the opposite sequence deadlocks.
    await tx.update(customers).set({ image: null }).where(eq(customers.uuid, customerUid));
    await tx.delete(customerImages).where(eq(customerImages.customerUid, customerUid));
  });
}

/** @throws UNAUTHORIZED, NOT_FOUND for anybody but its owner */
export async function readImage(ctx: RequestContext, uuid: string): Promise<Buffer> {
  const { uuid: customerUid } = requireCustomer(ctx);
  const [row] = await ctx.db
    .select({ bytes: customerImages.bytes })
    .from(customerImages)
    .where(and(eq(customerImages.uuid, uuid), eq(customerImages.customerUid, customerUid)));
  if (!row) throw refuse('NOT_FOUND');
  return row.bytes;
}
