import { drizzle } from 'drizzle-orm/node-postgres';
import * as schema from '#db/schema/index.ts';
import { advanceOrder, cancelOrder, type Moved } from '#server/areas/orders/operate.ts';
import { audit, operatorName } from '../audit.ts';
import type { Command } from '../command.ts';
import { table } from '../table.ts';
import { orderNumberOf, orderUidOf } from './orders-show.ts';

const reason = { type: 'string', help: 'why; kept in the history of the order' } as const;

export const ordersAdvanceCommand = mover(
  'orders advance',
  'moves an order to its next stage and tells the customer',
  advanceOrder,
);
export const ordersCancelCommand = mover(
  'orders cancel',
  'cancels an order: goods and coupon uses return, the customer is told; what was paid is given back by `orders refund`',
  cancelOrder,
);

/** One transaction holds the change, its history, what the customer is told and the audit row. */
function mover(name: string, summary: string, move: typeof advanceOrder): Command {
  return {
    usage: '<number>',
    summary,
    arguments: 1,
    options: { reason },
    async run({ pool, say }, [typed = ''], options) {
      const why = String(options.reason ?? '');
      const client = await pool.connect();
      try {
        await client.query('begin');
        const uuid = await orderUidOf(client, typed);
        const db = drizzle(client, { schema });
        const moved = await move(db, uuid, { actor: operatorName(), reason: why, now: new Date() });
        const number = orderNumberOf(typed);
        await audit(client, name, { number, ...moved, reason: why });
        await client.query('commit');
        say(table(['order', 'from', 'to', ''], [[number, moved.from, moved.to, note(moved)]]));
        return { json: { number, ...moved } };
      } catch (error) {
        await client.query('rollback');
        throw error;
      } finally {
        client.release();
      }
    },
  };
}

const note = ({ pending }: Moved): string =>
  pending ? 'within a minute, unless the gateway says that it was paid' : '';
