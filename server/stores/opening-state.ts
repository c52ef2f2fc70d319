import type pg from 'pg';
import { RuleRefusal } from '#db/operator-error.ts';
import { gateHash } from './gate.ts';

export const openingStates = ['open', 'under_construction', 'closed'] as const;
export const LONGEST_MESSAGE = 300;

type Opening = {
  status: (typeof openingStates)[number];
  /** When a closed store opens by itself; `null`: when an operator opens it. */
  until: Date | null;
  /** What a closed store tells its visitors; `null`: the usual sentence. */
  message: string | null;
  /** A new password of the gate; `null` keeps the present one. */
  code: string | null;
};

/**
 * Opens a store, puts it behind a password, or closes it. Commands and the office share its rules.
 * @returns whether there is such a store
 * @throws RuleRefusal
 */
export async function setOpeningState(
  client: Pick<pg.ClientBase, 'query'>,
  key: string,
  { status, until, message, code }: Opening,
  now: Date,
): Promise<boolean> {
  if (status !== 'closed' && (until || message !== null))
    throw new RuleRefusal(
      '--until and --message are of a store that is closed',
      'מועד פתיחה והודעה שייכים רק לחנות סגורה',
    );
  if (until && until <= now) throw new RuleRefusal('--until is past', 'מועד הפתיחה כבר עבר');
  if (message !== null && (message === '' || message.length > LONGEST_MESSAGE))
    throw new RuleRefusal(`--message has 1 to ${LONGEST_MESSAGE} letters`, `ההודעה היא עד ${LONGEST_MESSAGE} תווים`);
  const { rows } = await client.query<{ gate_hash: string | null }>(
    `update stores set status = $2, gate_hash = coalesce($3, gate_hash), closed_until = $4, closed_message = $5
     where key = $1 returning gate_hash`,
    [key, status, code && gateHash(code), until, message],
  );
  if (status === 'under_construction' && rows[0] && !rows[0].gate_hash)
    throw new RuleRefusal(
      'A store under construction needs a password: --code <password>',
      'לחנות בבנייה צריך לקבוע סיסמת כניסה',
    );
  return rows.length > 0;
}
