import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { OrderTask } from '#contract/checkout/order-tasks.ts';
import type { signForm } from '#contract/checkout/sign-form.ts';
import { companies, orderFiles, orderSignatures, orders } from '#db/schema/index.ts';
import { and, count, eq } from '#db/sql.ts';
import { parseStrokes, TASK_PAPERS, taskStateOf } from '#domain/orders/handover-tasks.ts';
import type { RequestContext } from '../../../context.ts';
import { refuse } from '../../../platform/errors.ts';
import { ipHashOf } from '../../../platform/limits.ts';
// lint-allow imports: sets a PDF, and asks nobody outside
import { printSigned } from '../../../providers/documents/built-in/print-signed.ts';
import type { Linked } from '../../order-secret.ts';
import { signedVehicles } from '../../orders/void-signatures.ts';
import { MAX_FILES, paperOf } from '../papers.ts';
import { opensPaper, withSentPaper } from './paper-access.ts';
import { changeTask, checkVersion, countPapers, enterOrder, forgetPapers, hashOf, readTasks } from './tasks.ts';

/** `carries`: what the browser carries from now on, so that it may see what it has sent. */
type Sent = { tasks: OrderTask[]; carries: string };

async function sentBy(ctx: RequestContext, order: Linked, paperUid: string): Promise<Sent> {
  const carries = withSentPaper(ctx, order, paperUid);
  return { tasks: await readTasks(ctx.db, order.uuid, { ...ctx, papers: carries }), carries };
}

/** @throws IMAGE_REFUSED, PAYLOAD_TOO_LARGE and what `enterOrder` and `changeTask` throw */
export async function addPaper(
  ctx: RequestContext,
  {
    order: secret,
    position,
    name,
    version,
  }: { order: string; position: number; name: string; version?: string | undefined },
  bytes: unknown,
): Promise<Sent> {
  const order = await enterOrder(ctx, secret);
  const orderUid = order.uuid;
  if (!Buffer.isBuffer(bytes)) throw refuse('IMAGE_REFUSED');
  const shown = (await readTasks(ctx.db, orderUid)).find((task) => task.position === position);
  // Read before the transaction, which waits for nothing but the database, and only where a task waits for it: anybody
  // may place an order, and files take time.
  const waits = shown?.kind === 'papers' && shown.state !== 'checked' && shown.papers.length < TASK_PAPERS;
  const paper = waits ? await paperOf(name, bytes) : undefined;
  const uuid = randomUUID();
  await changeTask(
    ctx,
    orderUid,
    (tasks) => tasks.find((task) => task.position === position && task.task === 'papers'),
    async (tx, task) => {
      checkVersion(task, version);
      if ((await countPapers(tx, task.uuid)) >= TASK_PAPERS)
        throw refuse('NOT_POSSIBLE', { message: `אפשר לצרף כאן עד ${TASK_PAPERS} קבצים. הסירו אחד כדי להוסיף אחר` });
      const [total] = await tx.select({ files: count() }).from(orderFiles).where(eq(orderFiles.orderUid, orderUid));
      if ((total?.files ?? 0) >= MAX_FILES)
        throw refuse('NOT_POSSIBLE', { message: `אפשר לצרף להזמנה עד ${MAX_FILES} קבצים` });
      if (!paper) throw refuse('CHANGED_MEANWHILE', { message: 'המשימה השתנתה בינתיים. שלחו שוב' });
      await tx.insert(orderFiles).values({
        ...{ uuid, orderUid, stepUid: task.uuid, fromBuyer: true },
        ...{ ...paper, bytes: paper.content.length, createdAt: ctx.now() },
      });
      return 'sent';
    },
  );
  return sentBy(ctx, order, uuid);
}

/**
 * A signature is replaced by another one, not taken back. @throws NOT_FOUND for one that they may not open, and what
 * `enterOrder` and `changeTask` throw
 */
export async function removePaper(
  ctx: RequestContext,
  { order: secret, paper_uid }: { order: string; paper_uid: string },
): Promise<OrderTask[]> {
  const order = await enterOrder(ctx, secret);
  if (!opensPaper(ctx, order, paper_uid)) throw refuse('NOT_FOUND');
  const orderUid = order.uuid;
  const paper = and(eq(orderFiles.uuid, paper_uid), eq(orderFiles.orderUid, orderUid), eq(orderFiles.fromBuyer, true));
  await changeTask(
    ctx,
    orderUid,
    async (tasks, tx) => {
      const [file] = await tx.select({ step: orderFiles.stepUid }).from(orderFiles).where(paper);
      return tasks.find(({ uuid, task }) => uuid === file?.step && task === 'papers');
    },
    async (tx) => {
      await tx.delete(orderFiles).where(paper);
      return 'removed';
    },
  );
  return readTasks(ctx.db, orderUid, ctx);
}

/**
 * Signs the words of a task as they stand in the order: keeps name, words, time and network, and renders the paper.
 * Signing anew replaces what was signed before, if that is what the page showed, and was refused or is theirs to open.
 * @throws what `enterOrder` and `changeTask` throw
 */
export async function signTask(
  ctx: RequestContext,
  {
    order: secret,
    position,
    name,
    drawing,
    replaces,
    version,
  }: { order: string } & Omit<z.output<typeof signForm>, 'agreed'>,
): Promise<Sent> {
  const order = await enterOrder(ctx, secret);
  const orderUid = order.uuid;
  const isMeant = (task: { position: number }) => task.position === position;
  const shown = (await readTasks(ctx.db, orderUid)).find((task) => isMeant(task) && task.kind === 'signature');
  if (!shown) throw refuse('NOT_FOUND');
  checkVersion(shown, version);
  const strokes = parseStrokes(drawing) ?? [];
  const signed = { name, text: shown.ask, textVersion: hashOf(shown.ask), signedAt: ctx.now() };
  const parties = await partiesOf(ctx, orderUid);
  // Rendered before the transaction, which waits for nothing but the database.
  const content = await printSigned({
    ...{ ...signed, title: shown.title, strokes, store: ctx.store.name },
    ...parties,
  });
  const uuid = randomUUID();
  await changeTask(
    ctx,
    orderUid,
    (tasks) => tasks.find((task) => isMeant(task) && task.task === 'signature'),
    async (tx, task) => {
      checkVersion(task, version);
      if ((await signedVehicles(tx, orderUid)) !== parties.vehicles.join('\n'))
        throw refuse('CHANGED_MEANWHILE', { message: 'כלי הרכב בהזמנה השתנו בינתיים, והחתימה הזו לא נשמרה. חתמו שוב' });
      const before = await forgetPapers(tx, task.uuid);
      const isAnothers = taskStateOf(task) === 'sent' && before.some((one) => !opensPaper(ctx, order, one.uuid));
      if (isAnothers || (replaces !== undefined && replaces !== (before[0]?.uuid ?? 'none')))
        throw refuse('CHANGED_MEANWHILE', { message: 'הטופס כבר נחתם בינתיים, והחתימה הזו לא נשמרה' });
      await tx.insert(orderFiles).values({
        ...{ uuid, orderUid, stepUid: task.uuid, fromBuyer: true },
        ...{ type: 'application/pdf', createdAt: signed.signedAt },
        ...{ name: `${task.title}.pdf`, bytes: content.length, content },
      });
      await tx.insert(orderSignatures).values({
        ...{ ...signed, fileUid: uuid, orderUid, drawn: strokes.length > 0, ipHash: ipHashOf(ctx) },
      });
      return 'sent';
    },
  );
  return sentBy(ctx, order, uuid);
}

async function partiesOf(ctx: RequestContext, orderUid: string) {
  const vehicles = await signedVehicles(ctx.db, orderUid);
  const [order] = await ctx.db.select({ number: orders.number }).from(orders).where(eq(orders.uuid, orderUid));
  const [company] = await ctx.db
    .select({ name: companies.legalName, number: companies.companyNumber })
    .from(companies)
    .where(eq(companies.uuid, ctx.store.companyUid));
  if (!order || !company) throw refuse('NOT_FOUND');
  return { company, order: order.number, vehicles: vehicles.split('\n') };
}

/** A paper that the buyer has sent, for who may open it; `findOwned` has found the order. @throws NOT_FOUND */
export async function readPaper(ctx: RequestContext, order: Parameters<typeof opensPaper>[1], uuid: string) {
  if (!opensPaper(ctx, order, uuid)) throw refuse('NOT_FOUND');
  const [file] = await ctx.db
    .select({ name: orderFiles.name, type: orderFiles.type, bytes: orderFiles.content })
    .from(orderFiles)
    .where(and(eq(orderFiles.uuid, uuid), eq(orderFiles.orderUid, order.uuid), eq(orderFiles.fromBuyer, true)));
  if (!file) throw refuse('NOT_FOUND');
  return file;
}
