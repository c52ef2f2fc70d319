import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { z } from 'zod';
import type { Db } from '#db/client.ts';
import { type StaffRow, staff, staffPasskeys } from '#db/schema/index.ts';
import { and, eq, lt, or, sql } from '#db/sql.ts';
import type { OfficeContext } from '../context.ts';
import { issueTicket, readTicket, spendTicket } from './tickets.ts';

/** What a challenge was made for: it serves nothing else. */
type Purpose = 'sign-in' | 'prove' | 'enrol' | 'add';

/** Stated in each of the library's four calls, as its defaults differ from one to another. EdDSA, ES256, RS256. */
const ALGORITHMS = [-8, -7, -257];
const VERIFICATION = 'required' as const;

const relyingParty = ({ origin }: Pick<OfficeContext, 'origin'>): string => new URL(origin).hostname;

/** The ticket of a challenge is the challenge: what a passkey signed names it. */
const keep = (ctx: OfficeContext, challenge: string, purpose: Purpose, staffUid: string | null) =>
  issueTicket(ctx, ctx.db, { kind: 'challenge', staffUid, details: { purpose }, value: challenge });

/** For `navigator.credentials.get`. No list of keys: that would tell anybody who has one. */
export async function askForPasskey(ctx: OfficeContext, purpose: 'sign-in' | 'prove', staffUid: string | null) {
  const options = await generateAuthenticationOptions({ rpID: relyingParty(ctx), userVerification: VERIFICATION });
  await keep(ctx, options.challenge, purpose, staffUid);
  return options;
}

/** For `navigator.credentials.create`. */
export async function askForNewPasskey(ctx: OfficeContext, purpose: 'enrol' | 'add', person: StaffRow) {
  const existing = await ctx.db
    .select({ id: staffPasskeys.credentialId })
    .from(staffPasskeys)
    .where(eq(staffPasskeys.staffUid, person.uuid));
  const options = await generateRegistrationOptions({
    rpName: 'המשרד',
    rpID: relyingParty(ctx),
    userName: person.email,
    userDisplayName: person.name,
    userID: Buffer.from(person.passkeyHandle, 'base64url'),
    attestationType: 'none',
    excludeCredentials: existing,
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: VERIFICATION },
    supportedAlgorithmIDs: ALGORITHMS,
  });
  await keep(ctx, options.challenge, purpose, person.uuid);
  return options;
}

const encoded = z.string().regex(/^[\w-]{1,4096}$/);
const assertion = z.object({
  id: encoded,
  rawId: encoded,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: encoded,
    authenticatorData: encoded,
    signature: encoded,
    userHandle: encoded.optional(),
  }),
});
const attestation = z.object({
  id: encoded,
  rawId: encoded,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: encoded,
    attestationObject: z.string().regex(/^[\w-]{1,40000}$/),
    transports: z.array(z.string().max(20)).max(10).optional(),
  }),
});

function parsed<T>(shape: z.ZodType<T>, text: string): T | null {
  try {
    return shape.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/** Spends the challenge that was signed, in a commit of its own, before anything is verified. @returns it, or `null` */
async function spendChallenge(
  ctx: OfficeContext,
  clientDataJson: string,
  purpose: Purpose,
  staffUid: string | null,
): Promise<string | null> {
  const text = Buffer.from(clientDataJson, 'base64url').toString('utf8');
  const challenge = parsed(z.object({ challenge: encoded }), text)?.challenge;
  const ticket = challenge ? await readTicket(ctx, ctx.db, ['challenge'], challenge) : null;
  if (!challenge || !ticket || ticket.details.purpose !== purpose || ticket.staffUid !== staffUid) return null;
  return (await spendTicket(ctx, ctx.db, ticket)) ? challenge : null;
}

export type ProvedPasskey = { person: StaffRow; credentialId: string; counter: number };

/**
 * Whose passkey signed: of `staffUid`, or of anybody. The credential's id decides; its user handle isn't signed, and
 * only refuses. @returns `null` for whatever isn't right
 */
export async function provePasskey(
  ctx: OfficeContext,
  text: string,
  purpose: 'sign-in' | 'prove',
  staffUid: string | null,
): Promise<ProvedPasskey | null> {
  const reply = parsed(assertion, text);
  const challenge = reply && (await spendChallenge(ctx, reply.response.clientDataJSON, purpose, staffUid));
  if (!reply || !challenge) return null;
  const [row] = await ctx.db
    .select({ key: staffPasskeys, person: staff })
    .from(staffPasskeys)
    .innerJoin(staff, eq(staff.uuid, staffPasskeys.staffUid))
    .where(eq(staffPasskeys.credentialId, reply.id));
  if (!row || (staffUid !== null && row.person.uuid !== staffUid)) return null;
  const { userHandle } = reply.response;
  if (userHandle !== undefined && userHandle !== row.person.passkeyHandle) return null;
  const { key } = row;
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...reply, clientExtensionResults: {} } as AuthenticationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: ctx.origin,
      expectedRPID: relyingParty(ctx),
      credential: { id: key.credentialId, publicKey: new Uint8Array(key.publicKey), counter: key.counter },
      requireUserVerification: true,
    });
    if (!verified || !authenticationInfo.userVerified) return null;
    return { person: row.person, credentialId: key.credentialId, counter: authenticationInfo.newCounter };
  } catch (error) {
    ctx.log.info(
      { event: 'STAFF_PASSKEY_REFUSED', staff: row.person.uuid, why: (error as Error).message },
      'security event',
    );
    return null;
  }
}

/** Keeps the key's counter. Of two uses at once with one counter, one. Keys that don't count always say 0. */
export async function acceptPasskey(
  ctx: OfficeContext,
  tx: Db,
  { credentialId, counter }: ProvedPasskey,
): Promise<boolean> {
  const updatedRows = await tx
    .update(staffPasskeys)
    .set({ counter, lastUsedAt: ctx.now() })
    .where(
      and(
        eq(staffPasskeys.credentialId, credentialId),
        or(lt(staffPasskeys.counter, counter), and(eq(staffPasskeys.counter, 0), sql`${counter} = 0`)),
      ),
    )
    .returning({ credentialId: staffPasskeys.credentialId });
  return updatedRows.length > 0;
}

export type NewPasskey = Pick<
  typeof staffPasskeys.$inferSelect,
  'credentialId' | 'publicKey' | 'counter' | 'transports'
>;

/** A new key of the person's, not stored yet. @returns `null` for whatever isn't right */
export async function proveNewPasskey(
  ctx: OfficeContext,
  text: string,
  purpose: 'enrol' | 'add',
  staffUid: string,
): Promise<NewPasskey | null> {
  const reply = parsed(attestation, text);
  const challenge = reply && (await spendChallenge(ctx, reply.response.clientDataJSON, purpose, staffUid));
  if (!reply || !challenge) return null;
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...reply, clientExtensionResults: {} } as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: ctx.origin,
      expectedRPID: relyingParty(ctx),
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    if (!verified || !registrationInfo.userVerified) return null;
    const { id, publicKey, counter } = registrationInfo.credential;
    return { credentialId: id, publicKey, counter, transports: reply.response.transports ?? [] };
  } catch (error) {
    ctx.log.info({ event: 'STAFF_PASSKEY_REFUSED', staff: staffUid, why: (error as Error).message }, 'security event');
    return null;
  }
}

/** @returns false where the key is somebody's already */
export async function storePasskey(
  ctx: OfficeContext,
  tx: Db,
  staffUid: string,
  key: NewPasskey,
  name: string,
): Promise<boolean> {
  const stored = await tx
    .insert(staffPasskeys)
    .values({ ...key, staffUid, name, createdAt: ctx.now() })
    .onConflictDoNothing()
    .returning({ credentialId: staffPasskeys.credentialId });
  return stored.length > 0;
}
