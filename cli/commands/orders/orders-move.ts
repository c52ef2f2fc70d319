import { clientOf } from '#db/client.ts';
import { OperatorError } from '#db/operator-error.ts';
import { orderNumberOf } from '#domain/orders/order-number.ts';
import { type OrderStatus, orderStatuses } from '#domain/orders/states.ts';
import { advanceOrder, cancelOrder, type Moved } from '#server/checkout/fulfilment/advance-order.ts';
import { noteOperation } from '#server/platform/note-operation.ts';
import type { Command } from '../../command.ts';
import { operatorName } from '../../operator.ts';
import { paymentTools } from '../../payment-tools.ts';
import { table } from '../../table.ts';
import { orderUidOf } from './orders-show.ts';

const reason = { type: 'string', help: 'why; kept in the history of the order' } as const;

export const ordersAdvanceCommand = mover('moves an order to its next stage and tells the customer', advanceOrder, {
  to: { type: 'string', help: 'the stage that it is to come to; refused where that is not the next one' },
});
export const ordersCancelCommand = mover(
  'cancels an order: goods and coupon uses return, the customer is told; what was paid is given back by `orders refund`',
  cancelOrder,
);

/** One transaction holds the change, its history, the customer's notification and the audit row. */
function mover(summary: string, move: typeof advanceOrder, more: Command['options'] = {}): Command {
  return {
    usage: '<number>',
    summary,
    arguments: 1,
    options: { ...more, reason },
    async run(operation, [typed = ''], options) {
      const why = String(options.reason ?? '');
      const expected = statusOption(options.to);
      const number = orderNumberOf(typed) ?? typed;
      const tools = paymentTools(operation);
      const moved = await operation.db.transaction(async (tx) => {
        const uuid = await orderUidOf(clientOf(tx), typed);
        const outcome = await move(tools, tx, uuid, { actor: operatorName(), reason: why, expected });
        await noteOperation(tx, { number, ...outcome, reason: why });
        return outcome;
      });
      operation.say(table(['order', 'from', 'to', ''], [[number, moved.from, moved.to, note(moved)]]));
      return { json: { number, ...moved } };
    },
  };
}

function statusOption(value: unknown): OrderStatus | undefined {
  const status = orderStatuses.find((one) => one === value);
  if (value !== undefined && !status) throw new OperatorError(`--to is one of ${orderStatuses.join(', ')}`);
  return status;
}

const note = ({ pending }: Moved): string =>
  pending ? 'within a minute, unless the gateway says that it was paid' : '';
