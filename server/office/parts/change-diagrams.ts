import { z } from 'zod';
import { clientOf, type Db } from '#db/client.ts';
import { sql } from '#db/sql.ts';
import { refuse } from '../../platform/errors.ts';
import { type Allowed, officeCall } from '../../staff/office-call.ts';
import { refuseLedTo } from '../content/led-to.ts';
import { keepPicture } from '../keep-picture.ts';
import { inCatalogue } from '../products/change-product.ts';
import { edited, only } from '../store-files/edited-input.ts';
import { mergeEdited } from '../store-files/merge.ts';
import { type DiagramFile, diagramShape, readDiagramFile, saveDiagram } from './diagram-file.ts';
import { allowDiagram, invalidateParts, reachedDiagram, storesOfDiagram } from './reach.ts';

const write = { permission: 'products.edit', kind: 'write', draftable: true } as const;
const names = Object.keys(diagramShape.shape);

/** Stores the picture of a diagram; none shows it until one that is saved names it. */
export const uploadDiagram = officeCall(
  {
    name: 'diagrams.upload-picture',
    permission: 'products.edit',
    input: z.object({ file: z.instanceof(File, { error: 'בחרו תמונה' }) }),
    kind: 'write',
  },
  async (ctx, { file }) => {
    const { media, width, height } = await keepPicture(ctx, file);
    ctx.sizesSoon?.([media]);
    return { media, width, height, message: 'התמונה הועלתה' };
  },
);

/** @throws BAD_REQUEST where the form sent something of another shape */
function shaped(values: Record<string, unknown>): DiagramFile {
  const parsed = diagramShape.safeParse(values);
  if (parsed.success) return parsed.data;
  const fields = parsed.error.issues.map(({ path, message }) => ({ path: path.map(String).join('.'), message }));
  throw refuse('BAD_REQUEST', { message: 'יש מה לתקן לפני השמירה', fields });
}

/**
 * Saves it, and sees that the person may change everything that it shows now. Parts pages are told as the transaction
 * commits.
 */
async function save(ctx: Allowed, tx: Db, companyUid: string, file: DiagramFile, former?: string): Promise<string> {
  await saveDiagram(ctx, tx, companyUid, file, former);
  const { rows } = await tx.execute<{ uuid: string; stores: string[] }>(sql`
    select a.uuid, array(${storesOfDiagram(sql`a.uuid`)})::text[] as stores from assemblies a
    where a.company_uid = ${companyUid} and a.slug = ${file.slug}`);
  allowDiagram(ctx, rows[0]?.stores ?? []);
  await invalidateParts(clientOf(tx), companyUid);
  return rows[0]?.uuid ?? '';
}

/** A former address may become its own diagram's again, and nobody else's: it leads there. @throws BAD_REQUEST */
async function freeSlug(tx: Db, companyUid: string, slug: string, diagram: string | null = null): Promise<void> {
  const { rows } = await tx.execute(sql`
    select from assemblies where company_uid = ${companyUid} and slug = ${slug}
    union all select from slug_history where owner_uid = ${companyUid} and entity_type = 'ASSEMBLY' and slug = ${slug}
      and entity_uid is distinct from ${diagram}::uuid`);
  if (rows.length > 0)
    throw refuse('BAD_REQUEST', { fields: [{ path: 'slug', message: 'הכתובת כבר בשימוש, או הייתה של שרטוט אחר' }] });
}

/** A new diagram, whole: without a number and a vehicle there is nothing to show. */
export const createDiagram = officeCall(
  { ...write, name: 'diagrams.create', input: z.object({ now: edited.now }) },
  (ctx, { now }) =>
    inCatalogue(ctx, async (tx) => {
      const file = shaped(only(now, names));
      const { rows } = await tx.execute<{ uuid: string }>(sql`
        select s.company_uid as uuid from stores s where s.uuid = any(${sql.param(ctx.stores)}::uuid[])
        order by exists (select from products p where p.company_uid = s.company_uid and p.slug = ${file.vehicles[0]?.vehicle ?? ''}) desc, s.position limit 1`);
      const [company] = rows;
      if (!company) throw refuse('FORBIDDEN');
      await freeSlug(tx, company.uuid, file.slug);
      return { diagram: await save(ctx, tx, company.uuid, file), message: 'השרטוט נוצר' };
    }),
);

/**
 * Its address, name, picture, vehicles and numbers: one change. @throws CHANGED_MEANWHILE with the conflicts,
 * BAD_REQUEST with the fields
 */
export const editDiagram = officeCall(
  { ...write, name: 'diagrams.edit', input: z.object({ diagram: z.uuid(), ...edited }) },
  (ctx, { diagram: uuid, was, now }) =>
    inCatalogue(ctx, async (tx) => {
      const { companyUid } = await reachedDiagram(ctx, tx, uuid, true);
      const currentFile = await readDiagramFile(tx, uuid);
      if (!currentFile) throw refuse('NOT_FOUND');
      const merged = mergeEdited<Record<string, unknown>>({ ...currentFile }, only(was, names), only(now, names));
      const file = shaped(only(merged, names));
      if (file.slug !== currentFile.slug) {
        await freeSlug(tx, companyUid, file.slug, uuid);
        await tx.execute(sql`
          delete from slug_history where owner_uid = ${companyUid} and entity_type = 'ASSEMBLY' and slug = ${file.slug}`);
      }
      await save(ctx, tx, companyUid, file, currentFile.slug);
      return { message: 'השרטוט נשמר' };
    }),
);

export const removeDiagram = officeCall(
  { ...write, name: 'diagrams.remove', input: z.object({ diagram: z.uuid() }) },
  (ctx, { diagram: uuid }) =>
    inCatalogue(ctx, async (tx, client) => {
      const { companyUid } = await reachedDiagram(ctx, tx, uuid, true);
      const { rows } = await tx.execute<{ slug: string; store: string }>(sql`
        select a.slug, s.uuid as store from assemblies a join stores s on s.company_uid = a.company_uid
        where a.uuid = ${uuid} order by s.position, s.key`);
      for (const { slug, store } of rows) await refuseLedTo(tx, store, 'assembly', slug);
      await tx.execute(sql`delete from assemblies where uuid = ${uuid}`);
      await tx.execute(sql`delete from slug_history where entity_uid = ${uuid} and entity_type = 'ASSEMBLY'`);
      await invalidateParts(client, companyUid);
      return { message: 'השרטוט הוסר. אפשר להחזיר אותו ביומן השינויים' };
    }),
);
