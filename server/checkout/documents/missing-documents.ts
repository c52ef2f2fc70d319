import type { Db } from '#db/client.ts';
import { type SQL, sql } from '#db/sql.ts';
import type { Deps } from '../../context.ts';

type Tools = Pick<Deps, 'now' | 'payment'> & { db: Db };

/** A charge whose gateway writes the documents, and has written none that the shop knows of. */
export type UndocumentedPayment = {
  uuid: string;
  store: string;
  order: string;
  provider: string;
  charged_at: Date;
  total_agorot: number;
  transaction: string | null;
};

/**
 * How long a charge without a document is reported: longer than the two months of a VAT return, and not for ever where
 * a terminal has been told since to write them.
 */
export const REPORTED_DAYS = 90;

/** Of payments `p`: charged for their order, without a document, and nobody asks for one any more. */
const isUndocumented = ({ now }: Tools, gateways: string[]): SQL => sql`
  p.status in ('paid', 'partly_refunded', 'refunded') and (p.review_reason is null or p.review_outcome = 'accepted')
  and p.settled_at > ${now().toISOString()}::timestamptz - make_interval(days => ${REPORTED_DAYS}::int)
  and p.next_check_at is null and p.document is null and p.provider = any(${sql.param(gateways)}::text[])
  and not exists (select from documents d where d.payment_uid = p.uuid)`;

const namesOf = ({ payment }: Tools, may: 'writesDocuments' | 'findDocument'): string[] =>
  Object.entries(payment).flatMap(([name, gateway]) => (gateway[may] ? [name] : []));

export async function undocumentedPayments(tools: Tools): Promise<UndocumentedPayment[]> {
  const { rows } = await tools.db.execute<UndocumentedPayment>(sql`
    select p.uuid, s.key as store, o.number as order, p.provider, p.settled_at as charged_at, p.amount_agorot::float8 as total_agorot,
      p.transaction_id as transaction
    from payments p join orders o on o.uuid = p.order_uid join stores s on s.uuid = o.store_uid
    where ${isUndocumented(tools, namesOf(tools, 'writesDocuments'))} order by p.settled_at`);
  return rows.map((row) => ({ ...row, charged_at: new Date(row.charged_at) }));
}

/**
 * Has the job ask the gateways for them once more, as after the charge. @returns for how many; not every gateway can be
 * asked
 */
export async function askForDocumentsAgain(tools: Tools): Promise<number> {
  const { rowCount } = await tools.db.execute(sql`
    update payments p set checks = 0, next_check_at = ${tools.now().toISOString()}::timestamptz
    where ${isUndocumented(tools, namesOf(tools, 'findDocument'))}`);
  return rowCount ?? 0;
}
