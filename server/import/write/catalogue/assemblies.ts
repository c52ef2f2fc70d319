import { sync } from '#server/catalogue/derived/sync.ts';
import { renameLinks } from '#server/content/links.ts';
import { writeFormerSlugs } from '../slug-history.ts';
import { uuidsBy, type Writer } from '../writer.ts';

/** Diagrams with their vehicles and numbers: one named by the folder gets exactly the folder's. */
export async function writeAssemblies(writer: Writer): Promise<void> {
  const { folder, companyUid, pictures, products } = writer;
  if (folder.assemblies.length === 0) return;
  await renameAssemblies(writer);
  const rows = folder.assemblies.map(({ data }, index) => ({
    company_uid: companyUid,
    slug: data.slug,
    name: data.name,
    ...pictures.byPath.get(`pictures/${data.picture}`),
    position: data.position ?? index,
  }));
  await sync(writer, { table: 'assemblies', key: ['company_uid', 'slug'] }, rows);

  const uids = await uuidsBy(writer, 'select slug as key, uuid from assemblies where company_uid = $1');
  const uid = (slug: string): string => uids.get(slug) as string;
  const owner = { owner: companyUid, type: 'ASSEMBLY' } as const;
  await writeFormerSlugs(
    writer,
    owner,
    folder.assemblies.map(({ data }) => ({ uuid: uid(data.slug), former_slugs: data.former_slugs })),
  );
  const replace = { column: 'assembly_uid', values: folder.assemblies.map(({ data }) => uid(data.slug)) };

  const vehicles = folder.assemblies.flatMap(({ data }) =>
    data.vehicles.map(({ vehicle, yearFrom, yearTo }) => ({
      assembly_uid: uid(data.slug),
      vehicle_uid: products.get(vehicle),
      year_from: yearFrom,
      year_to: yearTo,
    })),
  );
  await sync(writer, { table: 'assembly_vehicles', key: ['assembly_uid', 'vehicle_uid'], replace }, vehicles);

  const callouts = folder.callouts.map(({ data }) => ({
    assembly_uid: uid(data.assembly),
    number: data.number,
    name: data.name,
    x: data.x,
    y: data.y,
    quantity: data.quantity ?? 1,
  }));
  await sync(writer, { table: 'assembly_callouts', key: ['assembly_uid', 'number'], replace }, callouts);

  const parts = folder.callouts.flatMap(({ data }) =>
    (data.parts ?? []).map((part, position) => ({
      assembly_uid: uid(data.assembly),
      number: data.number,
      part_uid: products.get(part),
      position,
    })),
  );
  const key = ['assembly_uid', 'number', 'part_uid'];
  await sync(writer, { table: 'callout_parts', key, replace }, parts);
}

/** A renamed one stays the same row, and links of all the company's stores lead on to it. */
async function renameAssemblies({ client, folder, companyUid }: Writer): Promise<void> {
  for (const { data } of folder.assemblies) {
    if (!data.former_slugs?.length) continue;
    const { rows } = await client.query<{ former: string; stores: string[] }>(
      `update assemblies a set slug = $2 from assemblies was
       where a.uuid = was.uuid and a.company_uid = $1 and a.slug = any($3)
         and not exists (select 1 from assemblies where company_uid = $1 and slug = $2)
       returning was.slug as former, array(select uuid from stores where company_uid = $1)::text[] as stores`,
      [companyUid, data.slug, data.former_slugs],
    );
    for (const { former, stores } of rows) await renameLinks(client, 'assembly', stores, former, data.slug);
  }
}
