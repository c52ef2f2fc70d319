import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { renderSVG } from 'uqr';
import type { Db } from '#db/client.ts';
import { type StaffRow, staff } from '#db/schema/index.ts';
import { and, eq, lt } from '#db/sql.ts';
import type { OfficeContext } from '../context.ts';

/** 160 bits, as RFC 4226 asks for. */
const SECRET_BYTES = 20;

/** How an authenticator app gets the secret: by a picture, or typed. */
export type TotpEnrolment = { qr: string; secret: string };

/**
 * The secret that the holder of a ticket is about to enrol: made of the ticket, so that nothing is stored before its
 * first code is right, and a page that is loaded again shows the same.
 */
const secretOf = ({ secret }: Pick<OfficeContext, 'secret'>, ticket: string): Secret => {
  const bytes = createHmac('sha256', secret)
    .update(`staff totp of ticket:${ticket}`)
    .digest()
    .subarray(0, SECRET_BYTES);
  return Secret.fromHex(bytes.toString('hex'));
};

export function enrolment(ctx: OfficeContext, ticket: string, email: string): TotpEnrolment {
  const secret = secretOf(ctx, ticket);
  const issuer = new URL(ctx.origin).hostname;
  const svg = renderSVG(new TOTP({ issuer, label: email, secret }).toString(), { border: 2 });
  return {
    qr: `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`,
    secret: secret.base32.replace(/.{4}(?=.)/g, '$& '),
  };
}

/** What is stored once the first code is right; `null` where it isn't. The first code counts as used. */
export function enrolled(
  ctx: OfficeContext,
  ticket: string,
  staffUid: string,
  code: string,
): { totpSecret: string; totpLastStep: number } | null {
  const secret = secretOf(ctx, ticket);
  const step = stepOf(ctx, secret, code);
  return step === null ? null : { totpSecret: seal(ctx, staffUid, secret.base32), totpLastStep: step };
}

/** The step that a code belongs to: the present one or one beside it. otpauth itself remembers nothing. */
function stepOf({ now }: Pick<OfficeContext, 'now'>, secret: Secret, code: string): number | null {
  const token = code.replace(/[\s-]/g, '');
  if (!/^[0-9]{6}$/.test(token)) return null;
  const timestamp = now().getTime();
  const delta = TOTP.validate({ token, secret, timestamp, window: 1 });
  return delta === null ? null : TOTP.counter({ timestamp }) + delta;
}

type Person = Pick<StaffRow, 'uuid' | 'totpSecret'>;

/** Whether the code is right and newer than every one accepted before. */
export async function acceptCode(ctx: OfficeContext, tx: Db, person: Person, code: string): Promise<boolean> {
  const secret = person.totpSecret && unseal(ctx, person.uuid, person.totpSecret);
  const step = secret ? stepOf(ctx, Secret.fromBase32(secret), code) : null;
  if (step === null) return false;
  const accepted = await tx
    .update(staff)
    .set({ totpLastStep: step })
    .where(and(eq(staff.uuid, person.uuid), lt(staff.totpLastStep, step)))
    .returning({ uuid: staff.uuid });
  return accepted.length > 0;
}

const keyOf = (secret: string): Uint8Array => new Uint8Array(hkdfSync('sha256', secret, '', 'staff totp secrets', 32));

/** AES-256-GCM, bound to the person: copied to another's row it opens no more. */
function seal({ secret }: Pick<OfficeContext, 'secret'>, staffUid: string, text: string): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', keyOf(secret), iv).setAAD(Buffer.from(staffUid));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return ['v1', iv, cipher.getAuthTag(), sealed]
    .map((part) => (typeof part === 'string' ? part : part.toString('base64url')))
    .join('.');
}

/** `null` for what was sealed with another SECRET: the person then needs a reset. */
function unseal({ secret, log }: Pick<OfficeContext, 'secret' | 'log'>, staffUid: string, text: string): string | null {
  const [iv = '', tag = '', sealed = ''] = text.split('.').slice(1);
  try {
    const cipher = createDecipheriv('aes-256-gcm', keyOf(secret), Buffer.from(iv, 'base64url'))
      .setAAD(Buffer.from(staffUid))
      .setAuthTag(Buffer.from(tag, 'base64url'));
    return cipher.update(sealed, 'base64url', 'utf8') + cipher.final('utf8');
  } catch {
    log.error({ staff: staffUid }, 'a one-time code secret can’t be opened: was SECRET changed?');
    return null;
  }
}
