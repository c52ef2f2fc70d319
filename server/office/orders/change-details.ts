import { z } from 'zod';
import type { Db } from '#db/client.ts';
import { branchStores, orders } from '#db/schema/index.ts';
import { sql } from '#db/sql.ts';
import { EMAIL } from '#domain/people/email.ts';
import { isIdentityNumber } from '#domain/people/identity-number.ts';
import { parsePhone } from '#domain/people/phone.ts';
import { lockOrder } from '../../checkout/orders/lock-order.ts';
import { cancelNotification, type NotifyTools, notifyOrder } from '../../checkout/orders/notify-order.ts';
import { refuse } from '../../platform/errors.ts';
import { officeCall } from '../../staff/office-call.ts';
import { saveEdited } from '../edited-fields.ts';
import { afterContactChange } from './after-contact-change.ts';

const text = (max: number) => z.string().trim().max(max, `עד ${max} תווים`).default('');
const name = z.string().trim().min(1, 'הזינו שם').max(60);

/** Fields of the form, as the page shows them; `was` repeats the values that it began with. */
const details = {
  firstName: name,
  lastName: name,
  phone: z.string().transform((typed, issues) => parsePhone(typed) ?? invalid(issues, 'מספר הטלפון אינו תקין')),
  email: z.email({ pattern: EMAIL, error: 'כתובת דוא״ל לא תקינה' }).max(254),
  businessName: text(120),
  businessNumber: text(9).refine((number) => number === '' || isIdentityNumber(number), 'המספר אינו תקין'),
  branch: z.uuid().optional(),
  city: text(80),
  street: text(120),
  house: text(20),
  entrance: text(20),
  floor: text(10),
  apartment: text(20),
  postal_code: text(7).refine((code) => /^(\d{7})?$/.test(code), 'מיקוד הוא שבע ספרות'),
  courierRemarks: text(300),
  remarks: text(500),
};
type Name = keyof typeof details;
const names = Object.keys(details) as Name[];

function invalid(issues: z.RefinementCtx, message: string) {
  issues.addIssue({ code: 'custom', message });
  return z.NEVER;
}

const was = z.object(Object.fromEntries(names.map((field) => [field, z.string().max(500).default('')])) as Was);
type Was = Record<Name, z.ZodDefault<z.ZodString>>;

const inAddress = (key: string) => ({ json: orders.postalAddress, key });
const inBusiness = (key: string) => ({ json: orders.business, key });
const fields = {
  firstName: orders.firstName,
  lastName: orders.lastName,
  phone: orders.phone,
  email: orders.email,
  businessName: inBusiness('name'),
  businessNumber: inBusiness('number'),
  branch: orders.branchUid,
  city: inAddress('city'),
  street: inAddress('street'),
  house: inAddress('house'),
  entrance: inAddress('entrance'),
  floor: inAddress('floor'),
  apartment: inAddress('apartment'),
  postal_code: inAddress('postal_code'),
  courierRemarks: inAddress('remarks'),
  remarks: orders.remarks,
};
const OF_ADDRESS: Name[] = [
  'city',
  'street',
  'house',
  'entrance',
  'floor',
  'apartment',
  'postal_code',
  'courierRemarks',
];

/**
 * Changes who is written to and where it goes; how it is delivered, which has a price, stays. Documents that were
 * issued stay as they are. Another phone or e-mail ends the order's former link. @throws CHANGED_MEANWHILE with the
 * conflicts of what somebody else has changed
 */
export const changeDetails = officeCall(
  {
    name: 'orders.contact',
    permission: 'orders.contact',
    input: z.object({ order: z.uuid(), was, ...details }),
    kind: 'write',
    entity: 'order',
  },
  async (ctx, { order: uuid, was, ...typed }) => {
    return ctx.db.transaction(async (tx) => {
      const order = await lockOrder(tx, uuid);
      if (!order || order.phone === '') throw refuse('NOT_POSSIBLE', { message: 'פרטי הלקוח של ההזמנה הזו נמחקו' });
      if (typed.branch && typed.branch !== order.branchUid) await checkBranch(tx, typed.branch, order.storeUid);
      // What the order doesn't have isn't asked for: goods that are picked up have no address.
      const skipped = [...(order.postalAddress ? [] : OF_ADDRESS), ...(order.branchUid ? [] : ['branch' as const])];
      const former = { ...was, branch: was.branch || null };
      const now = { ...typed, branch: typed.branch ?? null };
      for (const field of skipped) now[field] = former[field] as never;
      const edited = await saveEdited(tx, { table: orders, uuid, fields, was: former, now });
      if (edited.includes('businessName') || edited.includes('businessNumber'))
        await tx
          .update(orders)
          .set({ business: null })
          .where(
            sql`${orders.uuid} = ${uuid} and ${orders.business} ->> 'name' = '' and coalesce(${orders.business} ->> 'number', '') = ''`,
          );
      const reply = await afterContactChange(ctx, tx, order, edited);
      if (edited.includes('branch')) await notifyOfBranch(ctx, tx, uuid);
      return reply;
    });
  },
);

/** Where an order whose goods were ready at the former branch is picked up from now on. */
async function notifyOfBranch(tools: NotifyTools, tx: Db, uuid: string): Promise<void> {
  const order = await lockOrder(tx, uuid);
  if (order?.status !== 'delivery_in_process') return;
  await cancelNotification(tx, uuid, 'ready');
  await notifyOrder(tools, tx, order, 'ready');
}

async function checkBranch(tx: Parameters<typeof saveEdited>[0], branchUid: string, storeUid: string): Promise<void> {
  const [branchRow] = await tx
    .select({ uuid: branchStores.branchUid })
    .from(branchStores)
    .where(sql`${branchStores.branchUid} = ${branchUid} and ${branchStores.storeUid} = ${storeUid}`);
  if (!branchRow) throw refuse('BAD_REQUEST', { fields: [{ path: 'branch', message: 'בחרו סניף של החנות' }] });
}
