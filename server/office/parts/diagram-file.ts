import { z } from 'zod';
import { clientOf, type Db } from '#db/client.ts';
import { sql } from '#db/sql.ts';
import { checkAssemblies } from '../../import/checks/assemblies.ts';
import type { Problem } from '../../import/problems.ts';
import { assemblyRow, calloutRow } from '../../import/schemas/catalogue.ts';
import { writeAssemblies } from '../../import/write/catalogue/assemblies.ts';
import { refuse } from '../../platform/errors.ts';
import type { Allowed } from '../../staff/office-call.ts';
import { keptPicture } from '../keep-picture.ts';
import { checkRows, partsReason } from './import-rows.ts';

/** A diagram as `catalogue/assemblies.csv` and `callouts.csv` have it, with lists instead of joined cells. */
export type DiagramFile = {
  slug: string;
  name: string;
  /** Of the stored picture. */
  media: string;
  position: number;
  vehicles: { vehicle: string; from: string; to: string }[];
  callouts: { number: number; name: string; parts: string[]; quantity: number; x: number; y: number }[];
};

const MAX_VEHICLES = 300;
const MAX_CALLOUTS = 99;

const cell = z.string().trim().max(5_000).default('');
/** Its shape alone: what the cells may say are the importer's rules (`import-rows.ts`). */
export const diagramShape = z.object({
  slug: cell.transform((typed) => typed.normalize('NFC')),
  name: cell,
  media: z.string().max(60).default(''),
  position: z.number().int().default(0),
  vehicles: z
    .array(z.object({ vehicle: cell, from: cell, to: cell }))
    .max(MAX_VEHICLES, `עד ${MAX_VEHICLES} דגמים`)
    .default([]),
  callouts: z
    .array(
      z.object({
        number: z.number(),
        name: cell,
        parts: z.array(z.string().trim().max(200)).max(50, 'עד 50 חלקים בסימון').default([]),
        quantity: z.number().default(1),
        x: z.number(),
        y: z.number(),
      }),
    )
    .max(MAX_CALLOUTS, `עד ${MAX_CALLOUTS} סימונים`)
    .default([]),
});

/** The diagram as it is stored; `null`: there is none. */
export async function readDiagramFile(db: Db, uuid: string): Promise<DiagramFile | null> {
  const { rows } = await db.execute<DiagramFile>(sql`
    select a.slug, a.name, a.media, a.position,
      coalesce((select jsonb_agg(jsonb_build_object('vehicle', p.slug, 'from', v.year_from::text, 'to', v.year_to::text) order by p.slug collate "C")
        from assembly_vehicles v join products p on p.uuid = v.vehicle_uid where v.assembly_uid = a.uuid), '[]') as vehicles,
      coalesce((select jsonb_agg(jsonb_build_object('number', c.number, 'name', c.name, 'quantity', c.quantity, 'x', c.x, 'y', c.y,
          'parts', array(select p.slug from callout_parts cp join products p on p.uuid = cp.part_uid
            where cp.assembly_uid = a.uuid and cp.number = c.number order by cp.position)) order by c.number)
        from assembly_callouts c where c.assembly_uid = a.uuid), '[]') as callouts
    from assemblies a where a.uuid = ${uuid}`);
  return rows[0] ?? null;
}

type Field = { path: string; message: string };
const labels: Record<string, string> = {
  slug: 'כתובת',
  name: 'שם',
  picture: 'תמונה',
  vehicles: 'דגמים',
  position: 'מקום ברשימה',
  number: 'מספר',
  parts: 'חלקים',
  quantity: 'כמות',
  x: 'מיקום לרוחב',
  y: 'מיקום לגובה',
};

const labelled = (about: string, column: string, reason: string, value: string | null = null): string =>
  `${about}${labels[column] ?? column}: ${partsReason(reason)}${value ? ` (\u2068${value}\u2069)` : ''}`;
const aboutCallout = ({ number }: { number: number }): string => `סימון ${number}, `;

/** The diagram as rows of the import folder, by the importer's schemas. */
function rowsOf(file: DiagramFile, former?: string) {
  const fields: Field[] = [];
  const unit = `assembly:${file.slug}` as const;
  const assembly = assemblyRow.safeParse({
    slug: file.slug || null,
    former_slugs: former === file.slug ? null : former,
    name: file.name || null,
    picture: file.media || null,
    vehicles: file.vehicles.map(({ vehicle, from, to }) => `${vehicle}=${from}-${to}`).join('|') || null,
    position: String(file.position),
  });
  for (const { path, message } of assembly.error?.issues ?? []) {
    const column = String(path[0]);
    fields.push({ path: column === 'picture' ? 'media' : column, message: labelled('', column, message) });
  }
  const callouts = file.callouts.flatMap((callout, row) => {
    const parsed = calloutRow.omit({ assembly: true }).safeParse({
      number: String(callout.number),
      name: callout.name || null,
      parts: callout.parts.join('|') || null,
      quantity: String(callout.quantity),
      x: String(callout.x),
      y: String(callout.y),
    });
    for (const { path, message } of parsed.error?.issues ?? []) {
      const column = String(path[0]);
      fields.push({ path: `callouts.${row}.${column}`, message: labelled(aboutCallout(callout), column, message) });
    }
    return parsed.success ? [{ file: 'callouts', unit, row, data: { ...parsed.data, assembly: file.slug } }] : [];
  });
  if (!assembly.success || fields.length > 0) throw refused(fields);
  return { assemblies: [{ file: 'assemblies', unit, row: 0, data: assembly.data }], callouts };
}

/**
 * By the importer's schemas and check, and written by its step: the diagram then has exactly this, and its former
 * address leads to it.
 * @throws BAD_REQUEST with the fields
 */
export async function saveDiagram(
  ctx: Allowed,
  tx: Db,
  companyUid: string,
  file: DiagramFile,
  former?: string,
): Promise<void> {
  const rows = rowsOf(file, former);
  const slugs = [...file.vehicles.map(({ vehicle }) => vehicle), ...file.callouts.flatMap(({ parts }) => parts)];
  const { problems, write } = await checkRows(clientOf(tx), companyUid, rows, slugs, checkAssemblies);
  if (problems.length > 0) throw refused(problems.map((problem) => fieldOf(problem, file)));
  const picture = await keptPicture(ctx, file.media);
  await write(writeAssemblies, new Map([[`pictures/${file.media}`, picture]]));
}

function fieldOf({ file: of, row, column, value, reason }: Problem, { callouts }: DiagramFile): Field {
  const callout = of === 'callouts' && row !== null ? callouts[row] : undefined;
  if (callout)
    return {
      path: `callouts.${row}.${column}`,
      message: labelled(aboutCallout(callout), column ?? '', reason, value),
    };
  if (reason.startsWith('has no number'))
    return { path: 'callouts', message: 'סמנו לפחות חלק אחד על התמונה: בלי סימונים אין בשרטוט מה להזמין' };
  return { path: column ?? '', message: labelled('', column ?? '', reason, value) };
}

const refused = (fields: Field[]) => refuse('BAD_REQUEST', { message: 'יש מה לתקן לפני השמירה', fields });
