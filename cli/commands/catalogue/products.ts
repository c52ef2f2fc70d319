import { clientOf, type Db } from '#db/client.ts';
import { OperatorError } from '#db/operator-error.ts';
import { findLinks } from '#server/content/links.ts';
import { noteOperation } from '#server/platform/note-operation.ts';
import type { Command } from '../../command.ts';
import { table } from '../../table.ts';

type Row = { store: string; storeUid: string; product: string; published: boolean; changed: boolean };

const setPublished = `
  with found as (
    select sp.store_uid, sp.product_uid, sp.published, s.key, p.name
    from store_products sp join products p on p.uuid = sp.product_uid join stores s on s.uuid = sp.store_uid
    where p.slug = $1 and ($3::text is null or s.key = $3) for update of sp
  ), written as (
    update store_products sp set published = $2 from found f
    where sp.store_uid = f.store_uid and sp.product_uid = f.product_uid and sp.published <> $2
  )
  select key as store, store_uid as "storeUid", name as product, $2 as published, published <> $2 as changed from found order by key`;

export const productsPublishCommand = command(true, 'shows a product in its stores again');
export const productsUnpublishCommand = command(
  false,
  'hides a product: its page answers 404, nothing in the store leads to it and nobody can buy it; orders keep what they have',
);

function command(published: boolean, summary: string): Command {
  return {
    usage: '<slug>',
    summary,
    arguments: 1,
    options: { store: { type: 'string', help: 'only in this store; in all of them unless told otherwise' } },
    async run({ db, say }, [slug = ''], { store }) {
      const rows = await db.transaction(async (tx) => {
        const { rows } = await clientOf(tx).query<Row>(setPublished, [slug.normalize('NFC'), published, store ?? null]);
        if (rows.length === 0)
          throw new OperatorError(
            store === undefined ? `There is no product ${slug}` : `${store} has no product ${slug}`,
          );
        const stores: (Omit<Row, 'storeUid'> & { links: string[] })[] = [];
        for (const { storeUid, ...row } of rows)
          stores.push({ ...row, links: published ? [] : await linksTo(tx, storeUid, slug.normalize('NFC')) });
        await noteOperation(tx, { slug, stores });
        return stores;
      });
      const state = published ? 'shown' : 'hidden';
      const lines = rows.map((row) => [row.store, row.product, state, row.changed ? '' : 'as before']);
      say(table(['store', 'product', 'now', ''], lines));
      for (const { store, links } of rows)
        if (links.length > 0) say(`${store} leaves out until it is shown again: ${links.join(', ')}`);
      return { json: rows };
    },
  };
}

/** What of the store leads to the product, and isn't shown while that is hidden. */
async function linksTo(tx: Db, storeUid: string, slug: string): Promise<string[]> {
  const links = await findLinks(tx, storeUid, 'product', [slug]);
  return [
    ...new Set(
      links.map(({ by, named }) => (by === 'menu' ? `the link "${named}" of its menu` : 'the link of its home page')),
    ),
  ];
}
