import type { Db } from '#db/client.ts';
import { type StaffRow, staff } from '#db/schema/index.ts';
import { eq } from '#db/sql.ts';
import type { OfficeContext } from '../context.ts';
import { hashPassword } from '../customers/sign-in/passwords.ts';
import { refuse } from '../platform/errors.ts';
import { takeOrRefuse } from '../platform/limits.ts';
import { noteOperation } from '../platform/note-operation.ts';
import { refuseWeak } from './factors.ts';
import { actorName } from './office-call.ts';
import { askForNewPasskey, proveNewPasskey, storePasskey } from './passkeys.ts';
import { renewRecoveryCodes } from './recovery-codes.ts';
import { actingAsSignIn, type Entered, enter } from './sign-in.ts';
import { readTicket, spendTicket, type Ticket, takeTry, voidTickets } from './tickets.ts';
import { enrolled, enrolment, type TotpEnrolment } from './totp.ts';

/** An invitation, or a reset: the first factor is enrolled by its link and by nothing else. */
const KINDS: Ticket['kind'][] = ['invitation', 'reset'];

async function guest(ctx: OfficeContext, ticket: Ticket | null): Promise<{ person: StaffRow; ticket: Ticket }> {
  if (!ticket?.staffUid) throw refuse('LINK_INVALID');
  const [person] = await ctx.db.select().from(staff).where(eq(staff.uuid, ticket.staffUid));
  if (person?.status !== 'invited') throw refuse('LINK_INVALID');
  return { person, ticket };
}

/** What the link's page shows. @throws LINK_INVALID, RATE_LIMITED */
export async function readInvitation(
  ctx: OfficeContext,
  value: string,
): Promise<{ name: string; email: string; isReset: boolean; totp: TotpEnrolment }> {
  await takeOrRefuse(ctx, [{ policy: 'staff_passkey' }]);
  const { person, ticket } = await guest(ctx, await readTicket(ctx, ctx.db, KINDS, value));
  const { name, email } = person;
  return { name, email, isReset: ticket.kind === 'reset', totp: enrolment(ctx, value, email) };
}

/** @throws LINK_INVALID */
export async function beginPasskey(ctx: OfficeContext, value: string) {
  await takeOrRefuse(ctx, [{ policy: 'staff_passkey' }]);
  const { person } = await guest(ctx, await readTicket(ctx, ctx.db, KINDS, value));
  return askForNewPasskey(ctx, 'enrol', person);
}

/**
 * Joins by password and one-time codes. Wrong codes use up the link's tries. @returns the recovery codes, shown once
 * @throws LINK_INVALID, WEAK_PASSWORD, OTP_WRONG
 */
export async function joinByPassword(
  ctx: OfficeContext,
  { ticket: value, password, code }: { ticket: string; password: string; code: string },
): Promise<Entered & { codes: string[] }> {
  await takeOrRefuse(ctx, [{ policy: 'staff_passkey' }]);
  const { person } = await guest(ctx, await readTicket(ctx, ctx.db, KINDS, value));
  refuseWeak(password, person);
  const { ticket } = await guest(ctx, await takeTry(ctx, ctx.db, KINDS, value));
  const totp = enrolled(ctx, value, person.uuid, code);
  if (!totp) {
    await actingAsSignIn(ctx, 'office', () =>
      ctx.db.transaction((tx) => noteOperation(tx, { event: 'joining refused', step: 'code', person: person.uuid })),
    );
    throw refuse('OTP_WRONG', { fields: [{ path: 'code', message: 'הקוד שגוי. בדקו שהשעון בטלפון מדויק' }] });
  }
  const passwordHash = await hashPassword(password);
  return joined(ctx, person, ticket, 'password and code', async (tx) => {
    await tx
      .update(staff)
      .set({ ...totp, passwordHash })
      .where(eq(staff.uuid, person.uuid));
    return { codes: await renewRecoveryCodes(ctx, tx, person.uuid) };
  });
}

/** Joins by a passkey alone. @throws LINK_INVALID, WRONG_PASSKEY */
export async function joinByPasskey(
  ctx: OfficeContext,
  { ticket: value, response }: { ticket: string; response: string },
): Promise<Entered> {
  await takeOrRefuse(ctx, [{ policy: 'staff_passkey' }]);
  const { person, ticket } = await guest(ctx, await readTicket(ctx, ctx.db, KINDS, value));
  const key = await proveNewPasskey(ctx, response, 'enrol', person.uuid);
  if (!key) throw refuse('WRONG_PASSKEY');
  return joined(ctx, person, ticket, 'passkey', async (tx) => {
    if (!(await storePasskey(ctx, tx, person.uuid, key, 'המפתח הראשון'))) throw refuse('WRONG_PASSKEY');
    return {};
  });
}

/** Spends the link and lets the person in, all or nothing. */
function joined<T extends object>(
  ctx: OfficeContext,
  person: StaffRow,
  ticket: Ticket,
  how: string,
  enrol: (tx: Db) => Promise<T>,
): Promise<Entered & T> {
  return actingAsSignIn(ctx, actorName(person), () =>
    ctx.db.transaction(async (tx) => {
      if (!(await spendTicket(ctx, tx, ticket))) throw refuse('LINK_INVALID');
      const [active] = await tx
        .update(staff)
        .set({ status: 'active' })
        .where(eq(staff.uuid, person.uuid))
        .returning({ was: staff.status });
      if (!active) throw refuse('LINK_INVALID');
      const result = await enrol(tx);
      await voidTickets(tx, person.uuid);
      await noteOperation(tx, { joined: how });
      return { ...result, ...(await enter(ctx, tx, person, how)) };
    }),
  );
}
