import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { clientOf } from '#db/client.ts';
import { OperatorError } from '#db/operator-error.ts';
import { postalNameKey } from '#domain/search/postal-name-key.ts';
import { noteOperation } from '#server/platform/note-operation.ts';
import type { Command } from '../../command.ts';

const cell = z.coerce.string().transform((text) => text.trim());
const code = z.coerce.number().int().min(0);

/** A row of the official list of streets (data.gov.il). Names have trailing blanks there. */
const street = z.object({ סמל_ישוב: code, שם_ישוב: cell, סמל_רחוב: code, שם_רחוב: cell });
const dataset = z.object({ result: z.object({ total: z.number().int(), records: z.array(street) }) });

/** Names keep the official spelling except for blanks. */
const tidy = (name: string): string => name.replace(/\s+/g, ' ');

export const settlementsImportCommand: Command = {
  usage: '<file.json>',
  summary: "settlements and streets for completing addresses, from the answer of the state's datastore_search",
  arguments: 1,
  mayCreateDatabase: true,
  async run({ db, say }, [file = '']) {
    const { total, records } = parse(await readFile(file, 'utf8').catch(() => null), file);
    if (records.length !== total)
      throw new OperatorError(`${file} holds ${records.length} of ${total} streets: fetch it whole (limit, offset).`);
    const settlements = new Map(records.map((row) => [row.סמל_ישוב, tidy(row.שם_ישוב)]));
    const streets = new Map(records.map((row) => [`${row.סמל_ישוב} ${row.סמל_רחוב}`, row]));
    await db.transaction(async (tx) => {
      const client = clientOf(tx);
      await client.query('delete from settlements');
      await client.query(
        'insert into settlements (code, name, key) select * from unnest($1::int[], $2::text[], $3::text[])',
        [[...settlements.keys()], [...settlements.values()], [...settlements.values()].map(postalNameKey)],
      );
      const rows = [...streets.values()];
      const names = rows.map((row) => tidy(row.שם_רחוב));
      await client.query(
        'insert into streets (settlement_code, code, name, key) select * from unnest($1::int[], $2::int[], $3::text[], $4::text[])',
        [rows.map((row) => row.סמל_ישוב), rows.map((row) => row.סמל_רחוב), names, names.map(postalNameKey)],
      );
      await noteOperation(tx, { settlements: settlements.size, streets: rows.length });
    });
    say(`${settlements.size} settlements, ${streets.size} streets.`);
    return { json: { settlements: settlements.size, streets: streets.size } };
  },
};

/** One reply, or a list of pages. */
function parse(text: string | null, file: string): { total: number; records: z.infer<typeof street>[] } {
  if (text === null) throw new OperatorError(`${file} can't be read.`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new OperatorError(`${file} is no JSON.`);
  }
  const parsed = z
    .array(dataset)
    .min(1)
    .safeParse(Array.isArray(value) ? value : [value]);
  if (!parsed.success)
    throw new OperatorError(
      `${file} is not the state's list of streets: ${z.prettifyError(parsed.error).slice(0, 500)}`,
    );
  const pages = parsed.data.map(({ result }) => result);
  return { total: pages[0]?.total ?? 0, records: pages.flatMap(({ records }) => records) };
}
