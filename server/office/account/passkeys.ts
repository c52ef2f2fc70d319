import { z } from 'zod';
import { staffPasskeys } from '#db/schema/index.ts';
import { and, eq } from '#db/sql.ts';
import { refuse } from '../../platform/errors.ts';
import { noteOperation } from '../../platform/note-operation.ts';
import { factorsOf, lockedPerson } from '../../staff/factors.ts';
import { officeCall } from '../../staff/office-call.ts';
import { askForNewPasskey, proveNewPasskey, storePasskey } from '../../staff/passkeys.ts';

const name = z.string({ error: 'תנו שם למפתח' }).trim().min(1, 'תנו שם למפתח').max(40);
const passkey = z.string().max(4_096);
const MAX_PASSKEYS = 10;

/** What the browser makes a new passkey with. */
export const beginNewPasskey = officeCall(
  { name: 'account.beginNewPasskey', permission: null, input: z.object({}), kind: 'write', fresh: true },
  async (ctx) => askForNewPasskey(ctx, 'add', await lockedPerson(ctx, ctx.staff.uuid)),
);

/** @throws WRONG_PASSKEY, PROVE_AGAIN */
export const addPasskey = officeCall(
  {
    name: 'account.addPasskey',
    permission: null,
    input: z.object({ name, response: z.string().max(60_000) }),
    kind: 'write',
    fresh: true,
  },
  async (ctx, input) => {
    const key = await proveNewPasskey(ctx, input.response, 'add', ctx.staff.uuid);
    if (!key) throw refuse('WRONG_PASSKEY');
    await ctx.db.transaction(async (tx) => {
      await lockedPerson({ db: tx }, ctx.staff.uuid);
      const { passkeys } = await factorsOf(tx, ctx.staff.uuid);
      if (passkeys >= MAX_PASSKEYS)
        throw refuse('NOT_POSSIBLE', { message: 'אפשר לשמור עד עשרה מפתחות. הסירו אחד כדי להוסיף' });
      if (!(await storePasskey(ctx, tx, ctx.staff.uuid, key, input.name))) throw refuse('WRONG_PASSKEY');
      await noteOperation(tx, { passkey: 'added' });
    });
  },
);

export const renamePasskey = officeCall(
  { name: 'account.renamePasskey', permission: null, input: z.object({ passkey, name }), kind: 'write' },
  (ctx, input) =>
    ctx.db.transaction(async (tx) => {
      const renamed = await tx
        .update(staffPasskeys)
        .set({ name: input.name })
        .where(and(eq(staffPasskeys.credentialId, input.passkey), eq(staffPasskeys.staffUid, ctx.staff.uuid)))
        .returning({ name: staffPasskeys.name });
      if (renamed.length === 0) throw refuse('NOT_FOUND');
    }),
);

/** Never the last way in. @throws NOT_POSSIBLE, PROVE_AGAIN */
export const removePasskey = officeCall(
  { name: 'account.removePasskey', permission: null, input: z.object({ passkey }), kind: 'write', fresh: true },
  (ctx, input) =>
    ctx.db.transaction(async (tx) => {
      await lockedPerson({ db: tx }, ctx.staff.uuid);
      const removed = await tx
        .delete(staffPasskeys)
        .where(and(eq(staffPasskeys.credentialId, input.passkey), eq(staffPasskeys.staffUid, ctx.staff.uuid)))
        .returning({ name: staffPasskeys.name });
      if (removed.length === 0) throw refuse('NOT_FOUND');
      const { hasPassword, passkeys } = await factorsOf(tx, ctx.staff.uuid);
      if (!hasPassword && passkeys === 0)
        throw refuse('NOT_POSSIBLE', { message: 'זו הדרך היחידה שלכם להיכנס. הוסיפו קודם דרך נוספת' });
      await noteOperation(tx, { passkey: 'removed' });
    }),
);
