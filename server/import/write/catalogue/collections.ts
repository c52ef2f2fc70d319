import { randomUUID } from 'node:crypto';
import { sync } from '#server/catalogue/derived/sync.ts';
import { storePath } from '../../pictures/references.ts';
import { formerOf } from '../../renamed.ts';
import { renameCategory, writeFormerSlugs } from '../slug-history.ts';
import type { Writer } from '../writer.ts';

/** Category trees of stores with a `collections.csv` in the folder. The file is the whole tree. */
export async function writeCollections(writer: Writer): Promise<void> {
  for (const { key, collections } of writer.folder.stores) {
    const storeUid = writer.stores.get(key);
    if (!collections || !storeUid) continue;
    const { rows: existing } = await writer.client.query<{ slug: string; uuid: string }>(
      'select slug, uuid from collections where store_uid = $1',
      [storeUid],
    );
    const uuids = new Map(existing.map((row) => [row.slug, row.uuid]));
    for (const { data } of collections) {
      const former = formerOf(data, (slug) => uuids.has(slug));
      if (former === null) continue;
      uuids.set(data.slug, uuids.get(former) as string);
      await renameCategory(writer.client, storeUid, former, data.slug);
    }
    for (const { data } of collections) if (!uuids.has(data.slug)) uuids.set(data.slug, randomUUID());

    const rows = collections.map(({ data }, index) => ({
      uuid: uuids.get(data.slug),
      store_uid: storeUid,
      parent_uid: data.parent ? uuids.get(data.parent) : null,
      slug: data.slug,
      name: data.name,
      text: data.text ?? '',
      banner: data.banner ? (writer.pictures.byPath.get(storePath(key, data.banner))?.media ?? null) : null,
      rule: {
        ...(data.products && { products: data.products }),
        ...(data.rule_kind && { kind: data.rule_kind }),
        ...(data.rule_brand && { brand: data.rule_brand }),
        ...(data.rule_meta && { meta: data.rule_meta }),
      },
      filters: data.filters,
      position: data.position ?? index,
    }));
    await sync(
      writer,
      { table: 'collections', key: ['uuid'], replace: { column: 'store_uid', values: [storeUid] } },
      rows,
    );
    const identified = collections.map(({ data }) => ({ ...data, uuid: uuids.get(data.slug) }));
    await writeFormerSlugs(writer, { owner: storeUid, type: 'COLLECTION' }, identified);
  }
}
