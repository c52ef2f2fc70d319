import { legacyKey } from '#domain/text/legacy-address.ts';
import { sync } from './sync.ts';
import type { Writer } from './writer.ts';

/** The file holds all of the store's old URLs; stores without the file keep theirs. Answered misses are deleted. */
export async function writeRedirects(writer: Writer): Promise<void> {
  const stores = writer.folder.stores.filter(({ key, redirects }) => redirects && writer.stores.has(key));
  const uids = stores.map(({ key }) => writer.stores.get(key) as string);
  const rows = stores.flatMap(({ redirects }, index) =>
    (redirects ?? []).map(({ data }) => ({
      store_uid: uids[index],
      source: legacyKey(data.from),
      target: encoded(data.to),
    })),
  );
  const replace = { column: 'store_uid', values: uids };
  await sync(writer, { table: 'redirects', key: ['store_uid', 'source'], replace }, rows);
  await writer.client.query(
    `delete from redirect_misses m using redirects r
     where r.store_uid = m.store_uid and r.source = m.path and m.store_uid = any($1)`,
    [uids],
  );
}

/** Encoded for the Location header. */
function encoded(path: string): string {
  const { pathname, search, hash } = new URL(path, 'https://store.invalid');
  return `${pathname}${search}${hash}`;
}
