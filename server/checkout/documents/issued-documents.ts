import type { Db } from '#db/client.ts';
import { type SQL, sql } from '#db/sql.ts';
import { toShekels } from '#domain/money/money.ts';
import { type DocumentKind, documentSum } from '#domain/money/tax-document.ts';

export type IssuedRow = {
  issued_at: Date;
  store: string;
  provider: string;
  kind: DocumentKind;
  number: string;
  allocation_number: string | null;
  credits: string | null;
  order_number: string;
  customer: string;
  customer_number: string | null;
  net_agorot: number;
  vat_agorot: number;
  total_agorot: number;
  link: string | null;
};

/**
 * For the bookkeeper, by series and number: rows like `IssuedRow`. Of `documents d`, `stores s` and `orders o`; `store`
 * is how a store is told.
 */
export const issuedQuery = (where: SQL, store: SQL): SQL => sql`
    select d.issued_at, ${store} as store, d.provider, d.kind, d.number, d.allocation_number, c.number as credits,
      o.number as order_number, d.content -> 'customer' ->> 'name' as customer, d.content -> 'customer' ->> 'number' as customer_number,
      d.net_agorot::float8, d.vat_agorot::float8, d.total_agorot::float8, d.link
    from documents d join stores s on s.uuid = d.store_uid join orders o on o.uuid = d.order_uid
      left join documents c on c.uuid = d.credits_uid
    where ${where} order by d.provider, d.kind, d.year, d.sequence, d.issued_at`;

export async function issuedDocuments(db: Db, where: SQL): Promise<IssuedRow[]> {
  const { rows } = await db.execute<IssuedRow>(issuedQuery(where, sql`s.key`));
  return rows.map((row) => ({ ...row, issued_at: new Date(row.issued_at) }));
}

/** Days are Israel's, both included. */
export const issuedBetween = (from: string | null | undefined, to: string | null | undefined): SQL =>
  sql`(d.issued_at at time zone 'Asia/Jerusalem')::date between coalesce(${from ?? null}::date, '-infinity') and coalesce(${to ?? null}::date, 'infinity')`;

type Sums = Pick<IssuedRow, 'kind' | 'net_agorot' | 'vat_agorot' | 'total_agorot'>;

/** Shekels; credits count negative. */
export function sumsOf({ kind, net_agorot, vat_agorot, total_agorot }: Sums) {
  const shekels = (agorot: number): number => (agorot === 0 ? 0 : toShekels(documentSum(kind, agorot)));
  return { net: shekels(net_agorot), vat: shekels(vat_agorot), total: shekels(total_agorot) };
}
