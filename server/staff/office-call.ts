import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { actingAs } from '#db/actor.ts';
import { takeLock } from '#db/locks.ts';
import { OperatorError, RuleRefusal } from '#db/operator-error.ts';
import type { PgColumn, PgTable } from '#db/schema/columns.ts';
import {
  approvals,
  bookings,
  collections,
  contentPages,
  customers,
  documents,
  leads,
  orders,
  outbox,
  posts,
  productQuestions,
  productReviews,
  sales,
  stores,
  tradeIns,
} from '#db/schema/index.ts';
import { and, eq, type SQL, sql } from '#db/sql.ts';
import type { Permission, RoleLimits } from '#domain/people/permissions.ts';
import type { OfficeContext, StaffMember } from '../context.ts';
import { refuse } from '../platform/errors.ts';
import { limitsOf, may, storesWith } from './grants.ts';
import { FRESH_MINUTES } from './lifetimes.ts';
import { once } from './repeats.ts';

/** What an office call gets once the door has let it in. */
export type Allowed = OfficeContext & {
  staff: StaffMember;
  /** The stores that the person has the call's permission in: every query is bounded by them. */
  stores: string[];
  /** Of the call's entity; `null` for a call without one. */
  storeUid: string | null;
  limits: RoleLimits;
};

/** Things that belong to a store and are named in a call's input: `order: <uuid>`. */
const entities = {
  order: orders,
  lead: leads,
  booking: bookings,
  customer: customers,
  document: documents,
  message: outbox,
  category: collections,
  page: contentPages,
  post: posts,
  promotion: sales,
  review: productReviews,
  question: productQuestions,
  tradeIn: tradeIns,
} satisfies Record<string, PgTable & { uuid: PgColumn; storeUid: PgColumn }>;
export type EntityKind = keyof typeof entities | 'store';

/** What a second person has to agree to. `summary`: one Hebrew sentence, without personal data. */
export type ApprovalNeed = { summary: string; amountAgorot: number | null };

type Options<I extends z.ZodObject, R = unknown> = {
  /** As in the rights table: `orders.refund`. */
  name: string;
  /** `null`: one's own account, which everybody signed in may. */
  permission: Permission | null;
  /** Needed besides, in the same store: who writes beside a thing has to see it. */
  also?: Permission;
  input: I;
  kind: 'read' | 'write';
  /** The input's field of this name is looked up: who may not in its store is told that there is none. */
  entity?: EntityKind;
  /** Only with a role in all stores: what belongs to none. */
  companyWide?: true;
  /** Only within some minutes of a proved factor: what changes how one signs in. */
  fresh?: true;
  /**
   * May be put off: kept as a step of a draft, carried out later (office/drafts). Its handler writes through `ctx.db`
   * alone and keeps nothing elsewhere, since it is tried out in a transaction that is rolled back.
   */
  draftable?: true;
  /**
   * Of a call that may leave a part undone: what it left, for staff to read. Nobody would see it when a step is carried
   * out, so that such a step is refused.
   */
  leftUndone?(result: R): string | null;
  /**
   * Fields (`table.column`) that it adds to: that one has another value meanwhile keeps no draft from being published.
   */
  adds?: string[];
  approval?: {
    /** `null`: this person may do it alone. */
    needed: (ctx: Allowed, input: z.output<I>) => Promise<ApprovalNeed | null>;
    /**
     * Who may agree: `alone`: whoever could do it without asking; `permitted`: whoever has the permission. Never who
     * asked for it.
     */
    second: 'alone' | 'permitted';
  };
};

export type OfficeCall<I extends z.ZodObject = z.ZodObject, R = unknown> = {
  /** `key`: of the form that makes it; one that comes again with it is not carried out again (`repeats.ts`). */
  (ctx: OfficeContext, input: z.input<I>, key?: string): Promise<R>;
  options: Options<I>;
  /**
   * Carries out another person's request: as the second person, with the frozen input, as that operation of the change
   * log.
   */
  asSecond: (ctx: OfficeContext, input: unknown, operation: string) => Promise<R>;
  /** Whether this person needs the approval of another one. */
  needsSecond: (ctx: OfficeContext, input: unknown) => Promise<boolean>;
  /**
   * Carries it out within the transaction that `ctx.db` is, with all checks of the door, and logged as the
   * transaction's. One that is only `tried`, and rolled back, needs nobody who may publish.
   * @returns the input as a draft keeps it, and the store of its entity
   */
  asStep: (
    ctx: OfficeContext,
    input: unknown,
    tried?: boolean,
  ) => Promise<{ input: Record<string, unknown>; storeUid: string | null }>;
};

/** Thrown where the action now waits for a second person. Nothing but the request was written. */
export class WaitsForApproval extends Error {
  readonly approvalUid: string;
  constructor(approvalUid: string) {
    super('הפעולה נשלחה לאישור של אדם נוסף');
    this.approvalUid = approvalUid;
  }
}

/** What a call's outcome says itself; `null`: nothing was done, or nothing is said. */
function messageOfOutcome(outcome: { result: unknown } | { error: unknown }): string | null {
  if ('error' in outcome) return outcome.error instanceof WaitsForApproval ? outcome.error.message : null;
  return messageOf(outcome.result);
}

/** What a call returned to be told, if it did. */
export function messageOf(result: unknown): string | null {
  const message = (result as { message?: unknown } | null | undefined)?.message;
  return typeof message === 'string' ? message : null;
}

/** Every call of the office by name, for approvals and for the test of rights. */
export const officeCalls = new Map<string, OfficeCall>();

/**
 * The one door to what staff do. The call is refused without a session (UNAUTHORIZED), without the permission anywhere
 * (FORBIDDEN), where its entity isn't in a store with the permission (NOT_FOUND), and for input of another shape
 * (BAD_REQUEST with the fields). A `write` is logged as the person's, with the page and `input.reason`; all that it
 * writes through `ctx.db` is one operation of the change log.
 */
export function officeCall<I extends z.ZodObject, R>(
  options: Options<I, R>,
  handler: (ctx: Allowed, input: z.output<I>) => Promise<R>,
): OfficeCall<I, R> {
  type Way = { key?: string | undefined; second?: { operation: string } };

  async function enter(ctx: OfficeContext, raw: unknown, { key, second }: Way): Promise<R> {
    const { allowed, input } = await admit(options, ctx, raw);
    const run = async (): Promise<R> => {
      const need = second ? null : await options.approval?.needed(allowed, input);
      if (need && allowed.staff.isKey)
        throw refuse('FORBIDDEN', { message: 'הסכום גבוה מהסכום שהמפתח מוגבל אליו, ולא בוצע דבר' });
      if (need) throw new WaitsForApproval(await request(options, allowed, raw, need));
      return inHebrew(ctx, () => handler(allowed, input));
    };
    if (options.kind === 'read') return run();
    const reason = 'reason' in input && typeof input.reason === 'string' ? input.reason : '';
    const { staff, source } = allowed;
    const kind = staff.isKey ? 'api' : 'staff';
    const write = (operation: string) =>
      actingAs({ kind, name: actorName(staff), source: `${options.name} ${source}`, reason, operation }, run);
    if (!key) return write(second?.operation ?? randomUUID());
    return once(allowed, { call: options.name, key, input: raw }, write, messageOfOutcome);
  }

  const call = Object.assign((ctx: OfficeContext, input: z.input<I>, key?: string) => enter(ctx, input, { key }), {
    options,
    asSecond: (ctx: OfficeContext, input: unknown, operation: string) => enter(ctx, input, { second: { operation } }),
    async needsSecond(ctx: OfficeContext, raw: unknown) {
      const { allowed, input } = await admit(options, ctx, raw);
      return Boolean(await options.approval?.needed(allowed, input));
    },
    async asStep(ctx: OfficeContext, raw: unknown, tried = false) {
      if (!options.draftable) throw refuse('NOT_POSSIBLE', { message: 'הפעולה הזו מתבצעת רק עכשיו' });
      const { also, ...rest } = options;
      const door = tried && also === 'content.publish' ? rest : options;
      const { allowed, input } = await admit(door, ctx, raw);
      if (await options.approval?.needed(allowed, input))
        throw refuse('NOT_POSSIBLE', { message: 'הפעולה דורשת אישור של אדם נוסף, ולכן אי אפשר לדחות אותה' });
      const result = await inHebrew(allowed, () => handler(allowed, input));
      const left = options.leftUndone?.(result);
      if (left) throw refuse('NOT_POSSIBLE', { message: left });
      return { input: knownFields(options, raw), storeUid: allowed.storeUid };
    },
  });
  if (officeCalls.has(options.name)) throw new Error(`two office calls are named ${options.name}`);
  officeCalls.set(options.name, call as unknown as OfficeCall);
  return call;
}

/**
 * Whether the person has the call's permission in the store of a request, as `isOfOwnCalls` finds them. `storeUid`:
 * `null` for none.
 */
export function mayCall(staff: StaffMember, call: string, storeUid: string | null): boolean {
  const permission = officeCalls.get(call)?.options.permission;
  return Boolean(permission) && may(staff, permission as Permission, storeUid ?? undefined);
}

/**
 * Requests, by their columns, for calls that the person may make in the request's store; of one without a store, in
 * any.
 */
export function isOfOwnCalls(staff: StaffMember, callName: SQL | PgColumn, storeUid: SQL | PgColumn): SQL {
  const ownCalls = [...officeCalls].flatMap(([name, call]) => {
    const { permission } = call.options;
    const where = permission ? storesWith(staff, permission) : [];
    return (where === 'all' ? [null] : where).map((store) => ({ name, store }));
  });
  return sql`exists (select from json_to_recordset(${JSON.stringify(ownCalls)}::json) own (name text, store uuid)
    where own.name = ${callName} and (own.store is null or ${storeUid} is null or own.store = ${storeUid}))`;
}

/** In the change log and in orders' histories. */
export const actorName = (by: Pick<StaffMember, 'email' | 'isKey'> & { name?: string }): string =>
  by.isKey ? `api:${by.name}` : `staff:${by.email}`;

async function admit<I extends z.ZodObject>(options: Options<I>, ctx: OfficeContext, raw: unknown) {
  const { staff } = ctx;
  if (!staff) throw refuse('UNAUTHORIZED');
  const where = options.permission ? storesWith(staff, options.permission) : [];
  if (options.permission && where.length === 0) throw refuse('FORBIDDEN');
  if (options.companyWide && where !== 'all') throw refuse('FORBIDDEN');
  if (options.fresh && !isFresh(ctx, staff)) throw refuse('PROVE_AGAIN');
  const all = where === 'all' ? await ctx.db.select({ uuid: stores.uuid }).from(stores) : null;
  const permitted = all ? all.map(({ uuid }) => uuid) : (where as string[]);
  const { also } = options;
  const allowedStores = also ? permitted.filter((uuid) => may(staff, also, uuid)) : permitted;
  if (also && allowedStores.length === 0) throw refuse('FORBIDDEN');
  // Before the rest of the input: what is in another store isn't revealed.
  const named = options.entity && (raw as Record<string, unknown> | null)?.[options.entity];
  const storeUid = options.entity ? await storeOf(ctx, options.entity, named) : null;
  if (options.entity && (storeUid === null || !allowedStores.includes(storeUid))) throw refuse('NOT_FOUND');
  const parsed = options.input.safeParse(raw);
  if (!parsed.success) throw refuse('BAD_REQUEST', { fields: fieldsOf(parsed.error) });
  const limits = options.permission
    ? limitsOf(staff, options.permission, storeUid)
    : { refundLimitAgorot: 0, discountLimitBp: 0 };
  const allowed: Allowed = { ...ctx, staff, stores: allowedStores, storeUid, limits };
  return { allowed, input: parsed.data };
}

/** Whether a factor was proved a short while ago. */
export const isFresh = ({ now }: Pick<OfficeContext, 'now'>, { provedAt }: StaffMember): boolean =>
  now().getTime() - provedAt.getTime() < FRESH_MINUTES * 60_000;

async function storeOf(ctx: OfficeContext, kind: EntityKind, uuid: unknown): Promise<string | null> {
  if (!z.uuid().safeParse(uuid).success) return null;
  if (kind === 'store') return uuid as string;
  const table = entities[kind];
  const [row] = await ctx.db
    .select({ storeUid: table.storeUid })
    .from(table)
    .where(eq(table.uuid, uuid as string));
  return row?.storeUid ?? null;
}

const fieldsOf = ({ issues }: z.ZodError) =>
  issues.map(({ path, message }) => ({ path: path.map(String).join('.'), message }));

/**
 * Rules that commands share say in both languages what isn't possible: staff read the Hebrew, and the log keeps the
 * English.
 */
async function inHebrew<R>({ log }: Pick<OfficeContext, 'log'>, work: () => Promise<R>): Promise<R> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    log.info({ refused: error.message }, 'refused by a rule');
    throw refuse('NOT_POSSIBLE', error instanceof RuleRefusal ? { details: error.hebrew } : {});
  }
}

/**
 * Freezes the input until somebody decides (`approvals.decide`): as it came, since it will come through the door again,
 * and what the schema converts must not be converted twice.
 */
async function request<I extends z.ZodObject>(
  options: Options<I>,
  ctx: Allowed,
  raw: unknown,
  { summary, amountAgorot }: ApprovalNeed,
): Promise<string> {
  const { name, entity } = options;
  const input = knownFields(options, raw);
  return ctx.db.transaction(async (tx) => {
    await takeLock(tx, 'approval', { of: name });
    // The key of a form that was opened anew makes it no other request.
    const same = sql`${approvals.input} - 'key' = ${JSON.stringify(input)}::jsonb - 'key'`;
    const [waiting] = await tx
      .select({ uuid: approvals.uuid })
      .from(approvals)
      .where(and(eq(approvals.call, name), eq(approvals.status, 'waiting'), same));
    if (waiting) return waiting.uuid;
    const [row] = await tx
      .insert(approvals)
      .values({
        call: name,
        input,
        storeUid: ctx.storeUid,
        entityKind: entity ?? '',
        entityUid: (entity && (input[entity] as string)) || randomUUID(),
        summary,
        amountAgorot,
        reason: 'reason' in input && typeof input.reason === 'string' ? input.reason : '',
        requestedByUid: ctx.staff.uuid,
        createdAt: ctx.now(),
      })
      .returning({ uuid: approvals.uuid });
    return row?.uuid ?? '';
  });
}

/** The input as it came, without what the schema doesn't name. */
function knownFields<I extends z.ZodObject>({ input }: Options<I>, raw: unknown): Record<string, unknown> {
  return Object.fromEntries(Object.entries(raw as Record<string, unknown>).filter(([key]) => key in input.shape));
}
