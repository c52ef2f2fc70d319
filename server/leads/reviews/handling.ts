import type { Db } from '#db/client.ts';
import { sql } from '#db/sql.ts';
import type { Deps } from '../../context.ts';
import { refuse } from '../../platform/errors.ts';
import { notifyAnswered } from './notify.ts';

type Tools = Pick<Deps, 'db' | 'env' | 'now'>;
type Voice = 'review' | 'question';
type Current = { state: 'waiting' | 'published' | 'refused'; stateAt: Date; answer: string };

const tables = { review: sql`product_reviews`, question: sql`product_questions` };

/** The row, locked. */
async function lock(tx: Db, kind: Voice, uuid: string): Promise<Current> {
  const { rows } = await tx.execute<{ state: Current['state']; state_at: Date | string; answer: string }>(
    sql`select state, state_at, answer from ${tables[kind]} where uuid = ${uuid} for update`,
  );
  const [row] = rows;
  if (!row) throw refuse('NOT_FOUND');
  return { state: row.state, stateAt: new Date(row.state_at), answer: row.answer };
}

/**
 * `seen`: since when it was in its state when staff read it; its author may have written since. @throws
 * CHANGED_MEANWHILE
 */
function refuseUnread({ stateAt }: Current, seen: string): void {
  if (stateAt.getTime() !== new Date(seen).getTime())
    throw refuse('CHANGED_MEANWHILE', { message: 'הדברים השתנו מאז שהדף נפתח. קראו אותם שוב והחליטו' });
}

/** `was`: the answer that the form began with. */
type Answer = { answer: string; was: { answer: string } };

/**
 * Shows what was read, as it was read, with the answer that was written beside it. @throws CHANGED_MEANWHILE,
 * NOT_POSSIBLE
 */
export function publishReview(
  { db, now }: Tools,
  uuid: string,
  { seen, ...answers }: Answer & { seen: string },
): Promise<void> {
  return db.transaction(async (tx) => {
    const current = await lock(tx, 'review', uuid);
    const { state, answer: former } = current;
    refuseUnread(current, seen);
    if (state === 'published') throw refuse('NOT_POSSIBLE', { message: 'הביקורת כבר מוצגת באתר' });
    if (!isSameText(answers.answer, answers.was.answer)) await keepAnswer(tx, uuid, { former, ...answers, at: now() });
    await tx.execute(sql`
      update product_reviews set state = 'published', reason = '', state_at = ${now().toISOString()} where uuid = ${uuid}`);
  });
}

/** Keeps it from the page, or takes it away. @throws CHANGED_MEANWHILE, NOT_POSSIBLE */
export function refuseVoice(
  { db, now }: Tools,
  kind: Voice,
  uuid: string,
  { seen, why }: { seen: string; why: string },
) {
  return db.transaction(async (tx) => {
    const current = await lock(tx, kind, uuid);
    refuseUnread(current, seen);
    if (current.state === 'refused') throw refuse('NOT_POSSIBLE', { message: 'הפרסום כבר נדחה' });
    await tx.execute(sql`
      update ${tables[kind]} set state = 'refused', reason = ${why}, state_at = ${now().toISOString()} where uuid = ${uuid}`);
  });
}

/** A form sends its lines with CRLF. */
const isSameText = (a: string, b: string): boolean => a.replaceAll('\r\n', '\n') === b.replaceAll('\r\n', '\n');

/** An empty answer takes the former one away. @throws CHANGED_MEANWHILE */
export function answerReview({ db, now }: Tools, uuid: string, answers: Answer) {
  return db.transaction(async (tx) => {
    const { answer: former } = await lock(tx, 'review', uuid);
    await keepAnswer(tx, uuid, { former, ...answers, at: now() });
  });
}

/** What somebody else has answered meanwhile isn't replaced unread. @throws CHANGED_MEANWHILE */
function refuseOther(former: string, { answer, was }: Answer): void {
  if (isSameText(former, answer) || isSameText(former, was.answer)) return;
  const conflict = { field: 'answer', was: was.answer, theirs: former, mine: answer };
  throw refuse('CHANGED_MEANWHILE', { message: 'בינתיים נשמרה תשובה אחרת', details: { conflicts: [conflict] } });
}

async function keepAnswer(tx: Db, uuid: string, { former, answer, was, at }: Answer & { former: string; at: Date }) {
  if (isSameText(former, answer)) return;
  refuseOther(former, { answer, was });
  const answeredAt = answer === '' ? null : at.toISOString();
  await tx.execute(
    sql`update product_reviews set answer = ${answer}, answered_at = ${answeredAt} where uuid = ${uuid}`,
  );
}

/** Publishes the question with its answer, and mails it to who asked the first time. @throws CHANGED_MEANWHILE */
export function answerQuestion(tools: Tools, uuid: string, { seen, ...answers }: Answer & { seen: string }) {
  const { answer } = answers;
  return tools.db.transaction(async (tx) => {
    const current = await lock(tx, 'question', uuid);
    const { state, answer: former } = current;
    refuseOther(former, answers);
    refuseUnread(current, seen);
    if (state === 'published' && former === answer) return;
    const at = tools.now().toISOString();
    await tx.execute(sql`
      update product_questions set state = 'published', reason = '', answer = ${answer}, answered_at = ${at}, state_at = ${at} where uuid = ${uuid}`);
    if (former === '') await notifyAnswered(tools, tx, uuid);
  });
}
