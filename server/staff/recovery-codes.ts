import { randomInt } from 'node:crypto';
import type { Db } from '#db/client.ts';
import { staffRecoveryCodes } from '#db/schema/index.ts';
import { and, eq, isNull } from '#db/sql.ts';
import type { OfficeContext } from '../context.ts';
import { keyedHash } from '../platform/keyed-hash.ts';

const CODES = 10;
/** Without signs that look like one another. */
const SIGNS = '23456789abcdefghjkmnpqrstuvwxyz';
const LENGTH = 10;

const newCode = (): string => Array.from({ length: LENGTH }, () => SIGNS[randomInt(SIGNS.length)]).join('');
const hashOf = ({ secret }: Pick<OfficeContext, 'secret'>, staffUid: string, code: string): string =>
  keyedHash(secret, `staff recovery:${staffUid}:${code}`);

/** Ten new ones instead of all before; shown once, stored as keyed hashes. */
export async function renewRecoveryCodes(ctx: OfficeContext, tx: Db, staffUid: string): Promise<string[]> {
  const codes = Array.from({ length: CODES }, newCode);
  await tx.delete(staffRecoveryCodes).where(eq(staffRecoveryCodes.staffUid, staffUid));
  await tx
    .insert(staffRecoveryCodes)
    .values(codes.map((code) => ({ staffUid, codeHash: hashOf(ctx, staffUid, code) })));
  return codes.map((code) => `${code.slice(0, LENGTH / 2)}-${code.slice(LENGTH / 2)}`);
}

/** Once each. */
export async function spendRecoveryCode(ctx: OfficeContext, tx: Db, staffUid: string, text: string): Promise<boolean> {
  const code = text.toLowerCase().replace(/[\s-]/g, '');
  const spent = await tx
    .update(staffRecoveryCodes)
    .set({ usedAt: ctx.now() })
    .where(
      and(
        eq(staffRecoveryCodes.staffUid, staffUid),
        eq(staffRecoveryCodes.codeHash, hashOf(ctx, staffUid, code)),
        isNull(staffRecoveryCodes.usedAt),
      ),
    )
    .returning({ staffUid: staffRecoveryCodes.staffUid });
  return spent.length > 0;
}
