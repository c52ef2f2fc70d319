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
  'hides a product to which no menu and no home page leads: its page answers 404 and nobody can buy it; orders keep what they have',
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
        for (const { store, storeUid, changed } of rows)
          if (changed && !published) await refuseLinked(tx, store, storeUid, slug.normalize('NFC'));
        const stores = rows.map(({ storeUid: _, ...row }) => row);
        await noteOperation(tx, { slug, stores });
        return stores;
      });
      const state = published ? 'shown' : 'hidden';
      const lines = rows.map((row) => [row.store, row.product, state, row.changed ? '' : 'as before']);
      say(table(['store', 'product', 'now', ''], lines));
      return { json: rows };
    },
  };
}

async function refuseLinked(tx: Db, store: string, storeUid: string, slug: string): Promise<void> {
  const [link] = await findLinks(tx, storeUid, 'product', [slug]);
  if (!link) return;
  const what = link.by === 'menu' ? `the link "${link.named}" of its menu` : 'its home page';
  throw new OperatorError(`${store} shows ${slug} as long as ${what} leads to it`);
}
