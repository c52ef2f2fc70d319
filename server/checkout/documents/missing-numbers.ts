import type { Db } from '#db/client.ts';
import { sql } from '#db/sql.ts';
import type { DocumentKind } from '#domain/money/tax-document.ts';

export type Series = {
  company: string;
  kind: DocumentKind;
  year: number;
  /** The highest number that was given out. */
  last: number;
  documents: number;
  /** Numbers without a document, at most a hundred. The law wants none. */
  missing: number[];
};

/**
 * Our own series, each with the numbers that no document bears. A number is given out in the transaction that writes
 * its document, so that a gap means rows that were lost (a restored backup, manual SQL). `companies`: `null` for all.
 */
export async function checkSeries(db: Db, companies: string[] | null = null): Promise<Series[]> {
  const { rows } = await db.execute<Series>(sql`
    with found as (
      select company_uid, kind, year, count(*)::int as documents, max(sequence) as highest
      from documents where sequence is not null group by company_uid, kind, year
    ), all_series as (
      select coalesce(s.company_uid, f.company_uid) as company_uid, coalesce(s.kind, f.kind) as kind, coalesce(s.year, f.year) as year,
        greatest(coalesce(s.last, 0), coalesce(f.highest, 0)) as last, coalesce(f.documents, 0) as documents
      from document_series s full join found f on f.company_uid = s.company_uid and f.kind = s.kind and f.year = s.year
    )
    select c.legal_name as company, a.kind, a.year, a.last, a.documents,
      case when a.documents = a.last then array[]::int[] else array(
        select n::int from generate_series(1, a.last) n where not exists (select from documents d
          where d.company_uid = a.company_uid and d.kind = a.kind and d.year = a.year and d.sequence = n)
        order by n limit 100) end as missing
    from all_series a join companies c on c.uuid = a.company_uid
    where ${companies === null ? sql`true` : sql`a.company_uid = any(${sql.param(companies)}::uuid[])`}
    order by c.legal_name, a.year desc, a.kind`);
  return rows;
}
