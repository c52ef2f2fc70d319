import { OperatorError } from '#db/operator-error.ts';
import { parsePhone } from '#domain/people/phone.ts';
import { noteOperation } from '#server/platform/note-operation.ts';
import { erasePerson } from '#server/privacy/erase.ts';
import type { Command } from '../../command.ts';

export const customersEraseCommand: Command = {
  usage: '<phone>',
  summary: 'erases a person from a store, with an account or as a guest; paid orders and invoices stay',
  arguments: 1,
  options: {
    store: { type: 'string', help: 'the store with this key (needed)' },
    yes: { type: 'boolean', help: 'do it; without, it is only told what would be erased' },
  },
  async run({ pool, db, now, say }, [text = ''], options) {
    const phone = parsePhone(text);
    if (!phone) throw new OperatorError(`"${text}" is no phone number.`);
    if (options.store === undefined) throw new OperatorError('Which store? --store <key>');
    const { rows: stores } = await pool.query<{ uuid: string }>('select uuid from stores where key = $1', [
      options.store,
    ]);
    const storeUid = stores[0]?.uuid;
    if (!storeUid) throw new OperatorError(`There is no store ${options.store}`);
    const { rows } = await pool.query<{ uuid: string | null; orders: number }>(
      `select (select uuid from customers where store_uid = $1 and phone = $2 and erased_at is null) as uuid,
         (select count(*) from orders where store_uid = $1 and phone = $2)::int as orders`,
      [storeUid, phone],
    );
    const customer = rows[0] ?? { uuid: null, orders: 0 };
    if (!options.yes) {
      say(
        `${customer.uuid ? 'An account' : 'No account'}, ${customer.orders} orders. With --yes they are erased, for good.`,
      );
      return { json: { account: customer.uuid !== null, orders: customer.orders, erased: null } };
    }
    const erased = await db.transaction(async (tx) => {
      const counts = await erasePerson(tx, { storeUid, customerUid: customer.uuid, phone }, now());
      // Neither name nor phone: the record of an erasure must not identify the person.
      await noteOperation(tx, { store: options.store, customer: customer.uuid, ...counts });
      return counts;
    });
    say(
      `Erased. Orders kept: ${erased.orders_kept}, anonymised: ${erased.orders_anonymised}; inquiries: ${erased.inquiries}.`,
    );
    return { json: { account: customer.uuid !== null, orders: customer.orders, erased } };
  },
};
