import { z } from 'zod';
import { clientOf } from '#db/client.ts';
import { stores } from '#db/schema/index.ts';
import { eq } from '#db/sql.ts';
import { refuse } from '../../platform/errors.ts';
import { type Allowed, officeCall } from '../../staff/office-call.ts';
import { LONGEST_MESSAGE, type openingStates, setOpeningState } from '../../stores/opening-state.ts';
import type { FieldConflict } from '../edited-fields.ts';
import { momentInput } from '../inputs.ts';
import { refuseUnready } from '../stores/missing-before-opening.ts';

export type Opening = {
  status: (typeof openingStates)[number];
  /** ISO; `null`: until somebody opens it. */
  until: string | null;
  message: string;
};

type Stored = { status: Opening['status']; closedUntil: Date | null; closedMessage: string | null };

/** As shoppers meet it: a store whose end of closing has come is open. */
export function openingOf({ status, closedUntil, closedMessage }: Stored, now: Date): Opening {
  if (status !== 'closed') return { status, until: null, message: '' };
  if (closedUntil && closedUntil <= now) return { status: 'open', until: null, message: '' };
  return { status, until: closedUntil?.toISOString() ?? null, message: closedMessage ?? '' };
}

const text = z.string().default('');
const about = { store: z.uuid(), was: z.object({ status: text, until: text, message: text }) };
const write = { permission: 'settings.edit', kind: 'write', entity: 'store' } as const;

/** Opens or closes the store. */
export const setState = officeCall(
  {
    ...write,
    name: 'settings.set-state',
    input: z.object({
      ...about,
      status: z.enum(['open', 'closed']),
      until: momentInput.optional(),
      message: z.string().trim().max(LONGEST_MESSAGE, `עד ${LONGEST_MESSAGE} תווים`).default(''),
    }),
    draftable: true,
  },
  async (ctx, { store, was, status, until, message }) => {
    const name = await save(ctx, store, was, { status, until: until ?? null, message: message || null, code: null });
    return { message: status === 'open' ? `${name} פתוחה לכולם` : `${name} סגורה` };
  },
);

/** Puts the store behind a password. Made at once or not at all: a draft would keep the password. */
export const setGate = officeCall(
  {
    ...write,
    name: 'settings.set-gate',
    input: z.object({ ...about, code: z.string().max(200, 'עד 200 תווים').default('') }),
  },
  async (ctx, { store, was, code }) => {
    const opening = { status: 'under_construction', until: null, message: null, code: code || null } as const;
    return { message: `${await save(ctx, store, was, opening)} בבנייה, ונכנסים אליה בסיסמה` };
  },
);

type Was = Record<'status' | 'until' | 'message', string>;

/** By the rules of `stores set-status`. @returns the store's name @throws CHANGED_MEANWHILE */
const save = (ctx: Allowed, store: string, was: Was, opening: Parameters<typeof setOpeningState>[2]): Promise<string> =>
  ctx.db.transaction(async (tx) => {
    const [row] = await tx.select().from(stores).where(eq(stores.uuid, store)).for('update');
    if (!row) throw refuse('NOT_FOUND');
    const at = ctx.now();
    const mine = { status: opening.status, until: opening.until?.toISOString() ?? '', message: opening.message ?? '' };
    const currentOpening = openingOf(row, at);
    const theirs = { ...currentOpening, until: currentOpening.until ?? '' };
    const conflicts: FieldConflict[] = (['status', 'until', 'message'] as const)
      .filter((field) => theirs[field] !== was[field] && theirs[field] !== mine[field])
      .map((field) => ({ field, was: was[field], theirs: theirs[field], mine: mine[field] }));
    if (conflicts.length > 0) throw refuse('CHANGED_MEANWHILE', { details: { conflicts } });
    // Also to be closed: it would open from there without a further look, at its moment by itself.
    if (opening.status !== 'under_construction' && row.status === 'under_construction')
      await refuseUnready({ ...ctx, db: tx }, store);
    await setOpeningState(clientOf(tx), row.key, opening, at);
    return row.name;
  });
