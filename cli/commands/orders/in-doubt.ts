import { israelMoment } from '#domain/calendar/israel-moment.ts';
import { toShekels } from '#domain/money/money.ts';
import { type InDoubt, listInDoubt, resolveInDoubt } from '#server/checkout/payments/in-doubt.ts';
import { noteOperation } from '#server/platform/note-operation.ts';
import type { Command } from '../../command.ts';
import { operatorName } from '../../operator.ts';
import { paymentTools, shekelsText } from '../../payment-tools.ts';
import { table } from '../../table.ts';
import { REFUND_MEANING } from './payments.ts';

const HEADER = ['id', 'what', 'store', 'order', 'since', 'due', 'taken', 'outcomes', 'reason'];

export const inDoubtListCommand: Command = {
  usage: '',
  summary:
    'payments in doubt, and refunds that nobody answered: they wait for a decision; reviews of products are in the office',
  arguments: 0,
  async run(operation) {
    const doubts = await listInDoubt(operation);
    operation.say(doubts.length === 0 ? 'Nothing is in doubt.' : table(HEADER, doubts.map(rowCells)));
    return { json: doubts.map(asJson) };
  },
};

export const inDoubtResolveCommand: Command = {
  usage: '<id> <accept|refund|close|done|not-done>',
  summary: 'decides one: a payment by accept, refund or close, a refund by done or not-done',
  arguments: 2,
  options: { reason: { type: 'string', help: 'kept with the decision' } },
  async run(operation, [uuid = '', outcome = ''], options) {
    const reason = String(options.reason ?? '');
    const jsonOf = (doubt: InDoubt) => ({ ...asJson(doubt), outcome, note: reason });
    const { doubt, refund } = await resolveInDoubt(paymentTools(operation), uuid, {
      ...{ outcome, actor: operatorName(), reason },
      note: (tx, decided) => noteOperation(tx, jsonOf(decided)),
    });
    operation.say(`${doubt.kind} of order ${doubt.order}: ${outcome}`);
    if (!refund) return { json: jsonOf(doubt) };
    operation.say(REFUND_MEANING[refund.status] ?? '');
    if (refund.error) operation.say(refund.error);
    return { json: { ...jsonOf(doubt), refund: refund.status }, failed: refund.status !== 'done' };
  },
};

const rowCells = (doubt: InDoubt): string[] => [
  doubt.uuid,
  doubt.kind,
  doubt.store,
  doubt.order,
  israelMoment(doubt.since),
  shekelsText(doubt.amountAgorot),
  shekelsText(doubt.takenAgorot),
  doubt.outcomes.join('|'),
  doubt.reason,
];

const asJson = ({ amountAgorot, takenAgorot, ...doubt }: InDoubt) => ({
  ...doubt,
  amount: toShekels(amountAgorot),
  taken: takenAgorot === null ? null : toShekels(takenAgorot),
});
