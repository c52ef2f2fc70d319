import { z } from 'zod';
import { approvals, customers, notes, stores } from '#db/schema/index.ts';
import { and, eq, sql } from '#db/sql.ts';
import { EMAIL } from '#domain/people/email.ts';
import { refuse } from '../../platform/errors.ts';
import { noteOperation } from '../../platform/note-operation.ts';
import { erasePerson } from '../../privacy/erase.ts';
import { type Holder, ordersOfGuest, personalData } from '../../privacy/personal-data.ts';
import { type Allowed, officeCall } from '../../staff/office-call.ts';
import { saveEdited } from '../edited-fields.ts';

const customer = z.uuid();
const name = z.string().trim().max(60, 'עד 60 תווים').default('');
const email = z.union([z.literal(''), z.email({ pattern: EMAIL, error: 'כתובת דוא״ל לא תקינה' }).max(254)]).default('');
const formerText = z.string().max(300).default('');

const fields = { firstName: customers.firstName, lastName: customers.lastName, email: customers.email };

/**
 * The phone is proved by its owner and stays. A new e-mail is unproved: it neither signs in nor chooses a password.
 * @throws CHANGED_MEANWHILE with the conflicts of what somebody else has changed
 */
export const editCustomer = officeCall(
  {
    name: 'customers.edit',
    permission: 'customers.edit',
    input: z.object({
      customer,
      firstName: name,
      lastName: name,
      email,
      was: z.object({ firstName: formerText, lastName: formerText, email: formerText }),
    }),
    kind: 'write',
    entity: 'customer',
  },
  async (ctx, { customer: uuid, was, ...typed }) => {
    await ctx.db.transaction(async (tx) => {
      await livingCustomer(tx, uuid);
      const edited = await saveEdited(tx, {
        table: customers,
        uuid,
        fields,
        was: { ...was, email: was.email || null },
        now: { ...typed, email: typed.email || null },
      });
      if (edited.includes('email') && was.email.toLowerCase() !== typed.email.toLowerCase())
        await tx.update(customers).set({ emailVerifiedAt: null }).where(eq(customers.uuid, uuid));
    });
  },
);

/** Locked until the transaction ends, so that nothing is written to an erased account. @throws NOT_POSSIBLE */
async function livingCustomer(tx: Allowed['db'], uuid: string) {
  const [row] = await tx.select().from(customers).where(eq(customers.uuid, uuid)).for('update');
  if (!row || row.erasedAt) throw refuse('NOT_POSSIBLE', { message: 'הלקוח נמחק' });
  return row;
}

export const writeNote = officeCall(
  {
    name: 'customers.note',
    permission: 'notes.write',
    also: 'customers.read',
    input: z.object({ customer, text: z.string().trim().min(1, 'כתבו הערה').max(2_000) }),
    kind: 'write',
    entity: 'customer',
  },
  (ctx, { customer: uuid, text }) =>
    ctx.db.transaction(async (tx) => {
      await livingCustomer(tx, uuid);
      const { storeUid, staff } = ctx;
      await tx.insert(notes).values({
        entityKind: 'customer',
        entityUid: uuid,
        storeUid,
        staffUid: staff.uuid,
        text,
        createdAt: ctx.now(),
      });
    }),
);

/** All that the store holds on the person, with what staff noted and uploaded. */
export async function personFile(ctx: Allowed, person: Holder) {
  const { uuid, phone, store } = person;
  const data = await personalData(ctx, person);
  const ofPerson = sql`(o.customer_uid = ${uuid}::uuid or ${ordersOfGuest(phone)}) and o.store_uid = ${store.uuid}`;
  const { rows: notes } = await ctx.db.execute(sql`
    select n.entity_kind, n.text, n.created_at from notes n where n.entity_uid in (
      select ${uuid}::uuid union all select o.uuid from orders o where ${ofPerson}
      union all select l.uuid from leads l where l.store_uid = ${store.uuid} and l.phone = ${phone}::text and l.source not like '% erased'
      union all select k.uuid from bookings k where k.store_uid = ${store.uuid} and k.phone = ${phone}::text) order by n.created_at`);
  return { ...data, notes };
}

/**
 * Everything that the store holds on the person, with what staff noted and uploaded. Who took it, and when, is in the
 * audit log.
 */
export const exportCustomer = officeCall(
  {
    name: 'customers.export',
    permission: 'customers.export',
    input: z.object({ customer }),
    kind: 'write',
    entity: 'customer',
    fresh: true,
  },
  async (ctx, { customer: uuid }) => {
    const [row] = await ctx.db
      .select({ phone: customers.phone, erasedAt: customers.erasedAt, store: { uuid: stores.uuid, name: stores.name } })
      .from(customers)
      .innerJoin(stores, eq(stores.uuid, customers.storeUid))
      .where(eq(customers.uuid, uuid));
    if (!row || row.erasedAt) throw refuse('NOT_POSSIBLE', { message: 'הלקוח נמחק' });
    const { phone, store } = row;
    const file = await personFile(ctx, { uuid, phone, store, guestOrders: true });
    await noteOperation(ctx.db, { customer: uuid, store: store.uuid });
    return file;
  },
);

/**
 * By two people: one with the permission requests it, another one approves. Paid orders and documents stay
 * (docs/privacy.md).
 */
export const eraseCustomer = officeCall(
  {
    name: 'customers.erase',
    permission: 'customers.erase',
    input: z.object({ customer, reason: z.string('כתבו סיבה').trim().min(2, 'כתבו סיבה').max(300) }),
    kind: 'write',
    entity: 'customer',
    approval: {
      second: 'permitted',
      async needed(ctx, { customer: uuid }) {
        const [row] = await ctx.db
          .select({ erasedAt: customers.erasedAt, store: stores.name })
          .from(customers)
          .innerJoin(stores, eq(stores.uuid, customers.storeUid))
          .where(eq(customers.uuid, uuid));
        if (!row || row.erasedAt) throw refuse('NOT_POSSIBLE', { message: 'הלקוח נמחק' });
        const [waiting] = await ctx.db
          .select({ uuid: approvals.uuid })
          .from(approvals)
          .where(
            and(eq(approvals.entityUid, uuid), eq(approvals.call, 'customers.erase'), eq(approvals.status, 'waiting')),
          );
        if (waiting) throw refuse('CONFLICT', { message: 'המחיקה כבר מחכה לאישור של אדם נוסף' });
        return { summary: `מחיקת לקוח של ${row.store}`, amountAgorot: null };
      },
    },
  },
  async (ctx, { customer: uuid }) => {
    const [row] = await ctx.db.select().from(customers).where(eq(customers.uuid, uuid));
    if (!row || row.erasedAt) throw refuse('NOT_POSSIBLE', { message: 'הלקוח נמחק' });
    const { storeUid, phone } = row;
    const erased = await erasePerson(ctx.db, { storeUid, customerUid: uuid, phone }, ctx.now());
    // Neither name nor phone: the record of an erasure must not identify the person.
    await noteOperation(ctx.db, { customer: uuid, ...erased });
  },
);
