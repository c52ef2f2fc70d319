import { z } from 'zod';
import { staff } from '#db/schema/index.ts';
import { eq } from '#db/sql.ts';
import { refuse } from '../../platform/errors.ts';
import { noteOperation } from '../../platform/note-operation.ts';
import { countOwnTry } from '../../staff/factors.ts';
import { officeCall } from '../../staff/office-call.ts';
import { acceptPasskey, askForPasskey, provePasskey } from '../../staff/passkeys.ts';
import { noteProof } from '../../staff/sessions.ts';
import { acceptCode } from '../../staff/totp.ts';

/** A code of the app again, for what needs a fresh proof. @throws OTP_WRONG, RATE_LIMITED */
export const proveByCode = officeCall(
  {
    name: 'account.proveByCode',
    permission: null,
    input: z.object({ code: z.string({ error: 'הקלידו את הקוד' }).max(20) }),
    kind: 'write',
  },
  async (ctx, { code }) => {
    await countOwnTry(ctx, 'staff_code');
    const [person] = await ctx.db.select().from(staff).where(eq(staff.uuid, ctx.staff.uuid));
    const isProved = await ctx.db.transaction(async (tx) => {
      const accepted = person ? await acceptCode(ctx, tx, person, code) : false;
      await noteOperation(tx, { proved: accepted ? 'code' : 'refused' });
      if (accepted) await noteProof(ctx, tx, ctx.staff);
      return accepted;
    });
    if (!isProved) throw refuse('OTP_WRONG');
  },
);

/** What the browser asks one's own passkey for. */
export const askForProof = officeCall(
  { name: 'account.askForProof', permission: null, input: z.object({}), kind: 'write' },
  (ctx) => askForPasskey(ctx, 'prove', ctx.staff.uuid),
);

/** @throws WRONG_PASSKEY */
export const proveByPasskey = officeCall(
  {
    name: 'account.proveByPasskey',
    permission: null,
    input: z.object({ response: z.string().max(20_000) }),
    kind: 'write',
  },
  async (ctx, { response }) => {
    const passkey = await provePasskey(ctx, response, 'prove', ctx.staff.uuid);
    const isProved = await ctx.db.transaction(async (tx) => {
      const accepted = passkey !== null && (await acceptPasskey(ctx, tx, passkey));
      await noteOperation(tx, { proved: accepted ? 'passkey' : 'refused' });
      if (accepted) await noteProof(ctx, tx, ctx.staff);
      return accepted;
    });
    if (!isProved) throw refuse('WRONG_PASSKEY');
  },
);
