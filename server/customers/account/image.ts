import { customerImages, customers } from '#db/schema/index.ts';
import { and, eq } from '#db/sql.ts';
import type { RequestContext } from '../../context.ts';
import { lockCustomer, requireCustomer } from '../../identity/require-customer.ts';
import { refuse } from '../../platform/errors.ts';
import { reencodePicture } from '../../platform/reencode-picture.ts';

const SIDE_PX = 512;

const pathOf = (uuid: string): string => `/customer/media/${uuid}`;

/** @returns its URL, readable by its owner alone @throws IMAGE_REFUSED, RATE_LIMITED, UNAUTHORIZED */
export async function setImage(ctx: RequestContext, bytes: unknown): Promise<string> {
  const { uuid: customerUid } = requireCustomer(ctx);
  if (!Buffer.isBuffer(bytes)) throw refuse('IMAGE_REFUSED');
  const picture = await reencodePicture(bytes, (drawn) =>
    drawn.resize(SIDE_PX, SIDE_PX, { fit: 'cover', position: 'attention' }),
  );
  return ctx.db.transaction(async (tx) => {
    // The account may have been erased while the picture was drawn: none may remain.
    await lockCustomer(tx, customerUid);
    // A new name for each picture, so that browsers don't show the previous one.
    const uuid = crypto.randomUUID();
    const newImage = { uuid, bytes: picture, createdAt: ctx.now() };
    await tx
      .insert(customerImages)
      .values({ customerUid, ...newImage })
      .onConflictDoUpdate({ target: customerImages.customerUid, set: newImage });
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
