import { z } from 'zod';
import { clientOf, type Db } from '#db/client.ts';
import { sales, stores } from '#db/schema/index.ts';
import { eq, sql } from '#db/sql.ts';
import type { PromotionState } from '#domain/money/promotion-kinds.ts';
import { Gone, type Sale, saleOf, slugsOf } from '../../export/sales.ts';
import { checkSales } from '../../import/checks/sales.ts';
import { type SalesFile, salesFile } from '../../import/schemas/sales.ts';
import { readUuids, saleRow } from '../../import/write/sales.ts';
import { refuse } from '../../platform/errors.ts';
import { may } from '../../staff/grants.ts';
import { type Allowed, officeCall } from '../../staff/office-call.ts';
import { edited } from '../store-files/edited-input.ts';
import { editedStore, folderOf, writeParts } from '../store-files/folder.ts';
import { mergeEdited } from '../store-files/merge.ts';
import { parseFile } from '../store-files/problems.ts';
import { rowsOf } from '../store-files/store-file.ts';
import { promotionCost, promotionState } from './list-promotions.ts';

type Values = Record<string, unknown>;
export type Code = { uuid: string; code: string; uses: number; uses_limit: number | null; personal: boolean };

const GONE = 'כל מה שהמבצע חל עליו כבר אינו נמכר. אפשר לכבות אותו, וליצור מבצע חדש במקומו';
const CODES_SHOWN = 500;

export const readPromotion = officeCall(
  {
    name: 'promotions.read',
    permission: 'promotions.read',
    input: z.object({ promotion: z.uuid() }),
    kind: 'read',
    entity: 'promotion',
  },
  (ctx, { promotion }) =>
    ctx.db.transaction(async (tx) => {
      const storeUid = ctx.storeUid ?? '';
      const [use, codes, [store]] = await Promise.all([
        tx.execute<{ uses: number; state: PromotionState; cost_agorot: number; orders: number }>(sql`
          select a.uses, ${promotionState(ctx.now())} as state, ${promotionCost} as cost_agorot,
            (select count(distinct d.order_uid)::int from order_discounts d join orders o on o.uuid = d.order_uid
             where d.sale_uid = a.uuid and o.status not in ('cancelled', 'refunded')) as orders
          from sales a where a.uuid = ${promotion}`),
        tx.execute<Code>(sql`
          select uuid, code, uses, uses_limit, customer_uid is not null as personal from coupons
          where sale_uid = ${promotion} order by created_at desc, code limit ${CODES_SHOWN}`),
        tx.select({ uuid: stores.uuid, name: stores.name }).from(stores).where(eq(stores.uuid, storeUid)),
      ]);
      const file = await fileOf(tx, promotion, storeUid);
      if (!use.rows[0] || !store) throw refuse('NOT_FOUND');
      return {
        file: file.values,
        gone: file.gone,
        use: use.rows[0],
        codes: codes.rows,
        store,
        may: { edit: may(ctx.staff, 'promotions.edit', storeUid) },
      };
    }),
);

/** The promotion as `sales.json` has it. `gone`: nothing that it was for is left, so that it can't be told. */
async function fileOf(tx: Db, uuid: string, storeUid: string): Promise<{ values: Values; gone: boolean }> {
  const rows = rowsOf(tx);
  const [row] = await rows.all<Sale>('select * from sales where uuid = $1', [uuid]);
  if (!row) throw refuse('NOT_FOUND');
  try {
    const values = saleOf(row, await slugsOf(rows, storeUid, [row]));
    return { values: JSON.parse(JSON.stringify(values)) as Values, gone: false };
  } catch (error) {
    if (!(error instanceof Gone)) throw error;
    return { values: { name: row.name, kind: row.kind, active: row.active }, gone: true };
  }
}

const write = { permission: 'promotions.edit', kind: 'write' } as const;
const later = { ...write, draftable: true } as const;

/** Now only: a draft's end could not take out again what orders have used. */
export const createPromotion = officeCall(
  { ...write, name: 'promotions.create', input: z.object({ store: z.uuid(), now: edited.now }), entity: 'store' },
  (ctx, { store, now }) =>
    ctx.db.transaction(async (tx) => {
      const sale = parseFile(salesFile.element, now);
      const row = await checkedRow(tx, ctx, store, sale);
      const columns = Object.keys(row).join(', ');
      const { rows } = await clientOf(tx).query<{ uuid: string }>(
        `insert into sales (${columns}) select ${columns} from json_populate_record(null::sales, $1)
         on conflict do nothing returning uuid`,
        [JSON.stringify(row)],
      );
      if (!rows[0]) throw nameTaken();
      return { uuid: rows[0].uuid, message: 'המבצע נוצר' };
    }),
);

export const editPromotion = officeCall(
  { ...later, name: 'promotions.edit', input: z.object({ promotion: z.uuid(), ...edited }), entity: 'promotion' },
  (ctx, { promotion, was, now }) =>
    ctx.db.transaction(async (tx) => {
      await tx.select({ uuid: sales.uuid }).from(sales).where(eq(sales.uuid, promotion)).for('update');
      const storeUid = ctx.storeUid ?? '';
      const current = await fileOf(tx, promotion, storeUid);
      if (current.gone) throw refuse('NOT_POSSIBLE', { message: GONE });
      const sale = parseFile(salesFile.element, mergeEdited(current.values, was, now));
      const row = await checkedRow(tx, ctx, storeUid, sale);
      const { rows: namesakes } = await tx.execute(
        sql`select from sales where store_uid = ${storeUid} and name = ${sale.name} and uuid <> ${promotion}`,
      );
      if (namesakes.length > 0) throw nameTaken();
      const sets = Object.keys(row).map((name) => `${name} = r.${name}`);
      await clientOf(tx).query(
        `update sales s set ${sets.join(', ')} from json_populate_record(null::sales, $2) r where s.uuid = $1`,
        [promotion, JSON.stringify(row)],
      );
    }),
);

/** Also of one whose terms can't be edited any more. */
export const switchOff = officeCall(
  { ...later, name: 'promotions.switch-off', input: z.object({ promotion: z.uuid() }), entity: 'promotion' },
  async (ctx, { promotion }) => {
    await ctx.db.update(sales).set({ active: false, origin: 'OPERATOR' }).where(eq(sales.uuid, promotion));
    return { message: 'המבצע כבוי' };
  },
);

const nameTaken = () => refuse('BAD_REQUEST', { fields: [{ path: 'name', message: 'יש בחנות מבצע בשם הזה' }] });

/**
 * The promotion's row, once the importer's rules let it through. From now on it is the office's: imports leave it
 * alone.
 */
async function checkedRow(tx: Db, ctx: Allowed, storeUid: string, sale: SalesFile[number]): Promise<Values> {
  const store = await editedStore(tx, storeUid);
  const fieldOf = (column: string) => column.replace(/^\[0\]\.?/, '');
  const folder = folderOf(store, { sales: [sale] });
  await writeParts(tx, { deps: ctx, store, folder, checks: [checkSales], fieldOf }, []);
  const uuids = await readUuids({ client: clientOf(tx), companyUid: store.companyUid }, storeUid);
  return { ...saleRow(storeUid, sale, uuids), origin: 'OPERATOR' };
}
