import { tally } from '#server/catalogue/derived/row-writer.ts';
import { sync, type Values } from '#server/catalogue/derived/sync.ts';
import type { Row } from '../../csv.ts';
import type { Writer } from '../writer.ts';

/**
 * Specifications, safety systems, questions, relations and fitment: a product named by a file gets exactly its rows
 * there.
 */
export async function writeDetails(writer: Writer): Promise<void> {
  const { folder } = writer;
  await lines(writer, 'product_specs', folder.specs, (line) => ({
    group_name: line.group,
    name: line.name,
    value: line.value,
    unit: line.unit ?? '',
  }));
  const templates = positioned(folder.templates, ({ kind }) => kind).map(({ data, position }) => ({
    ...{ company_uid: writer.companyUid, kind: data.kind, position },
    ...{ group_name: data.group, name: data.name, unit: data.unit ?? '' },
  }));
  await writeTemplates(writer, templates);
  await lines(writer, 'product_safety', folder.safety, (line) => ({
    name: line.name,
    explanation: line.explanation ?? '',
    icon: line.icon ?? '',
    standard: line.standard !== 'optional',
  }));
  await lines(writer, 'product_faqs', folder.faq, (line) => ({ question: line.question, answer: line.answer }));

  const uid = (slug: string): string => writer.products.get(slug) as string;
  const relations = positioned(folder.relations, ({ product, kind }) => `${product} ${kind}`).map(
    ({ data, position }) => ({
      product_uid: uid(data.product),
      related_uid: uid(data.related),
      kind: data.kind,
      position,
    }),
  );
  const related = { column: 'product_uid', values: [...new Set(relations.map((row) => row.product_uid))] };
  await sync(
    writer,
    { table: 'product_relations', key: ['product_uid', 'related_uid', 'kind'], replace: related },
    relations,
  );

  const fits = folder.fits.map(({ data }) => ({
    part_uid: uid(data.part),
    vehicle_uid: uid(data.vehicle),
    year_from: data.year_from,
    year_to: data.year_to,
    chassis_prefix: data.chassis_prefix ?? '',
    chassis_from: data.chassis_from ?? '',
    chassis_to: data.chassis_to ?? '',
  }));
  const parts = { column: 'part_uid', values: [...new Set(fits.map((row) => row.part_uid))] };
  const key = ['part_uid', 'vehicle_uid', 'year_from', 'chassis_prefix', 'chassis_from'];
  await sync(writer, { table: 'part_fits', key, replace: parts }, fits);
}

/** A kind that the file names has exactly its rows. */
async function writeTemplates(writer: Writer, rows: (Values & { kind: string; position: number })[]): Promise<void> {
  await sync(writer, { table: 'spec_templates', key: ['company_uid', 'kind', 'position'] }, rows);
  const counts = Map.groupBy(rows, ({ kind }) => kind);
  const { rowCount } = await writer.client.query(
    `delete from spec_templates t using unnest($2::text[], $3::int[]) told (kind, rows)
     where t.company_uid = $1 and t.kind = told.kind and t.position >= told.rows`,
    [writer.companyUid, [...counts.keys()], [...counts.values()].map(({ length }) => length)],
  );
  tally(writer, 'spec_templates', { deleted: rowCount ?? 0 });
}

/** Rows of one product keep their sequence as `position`. */
async function lines<T extends { product: string }>(
  writer: Writer,
  table: string,
  rows: Row<T>[],
  values: (line: T) => Values,
): Promise<void> {
  const writtenRows = positioned(rows, (line) => line.product).map(({ data, position }) => ({
    product_uid: writer.products.get(data.product) as string,
    ...values(data),
    position,
  }));
  const replace = { column: 'product_uid', values: [...new Set(writtenRows.map((row) => row.product_uid))] };
  await sync(writer, { table, key: ['product_uid', 'position'], replace }, writtenRows);
}

/** Each row with its position in its group, across files. */
export function positioned<T>(rows: Row<T>[], group: (data: T) => string): { data: T; position: number }[] {
  const count = new Map<string, number>();
  return rows.map(({ data }) => {
    const key = group(data);
    const position = count.get(key) ?? 0;
    count.set(key, position + 1);
    return { data, position };
  });
}
