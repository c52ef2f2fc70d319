import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import type { Db } from '#db/client.ts';
import { transferParts, transfers } from '#db/schema/index.ts';
import { and, eq, sql } from '#db/sql.ts';
import { refuse } from '../platform/errors.ts';

/** Files that are too large for one request go up, and are kept, in pieces of so many bytes. */
export const PART_BYTES = 4 * 1024 * 1024;

type Upload = { uuid: string; direction: 'import' | 'film'; staffUid: string; position: number; part: File };

/** Keeps a piece of a person's upload. A piece that comes twice counts once. @throws NOT_FOUND, PAYLOAD_TOO_LARGE */
export async function keepPart(tx: Db, { uuid, direction, staffUid, position, part }: Upload) {
  if (part.size > PART_BYTES) throw refuse('PAYLOAD_TOO_LARGE');
  const content = new Uint8Array(await part.arrayBuffer());
  const [row] = await tx
    .select()
    .from(transfers)
    .where(and(eq(transfers.uuid, uuid), eq(transfers.staffUid, staffUid), eq(transfers.direction, direction)))
    .for('update');
  if (!row) throw refuse('NOT_FOUND');
  // The reply to the last piece was lost.
  if (row.state !== 'uploading') return { row, isWhole: true };
  await tx.insert(transferParts).values({ transferUid: uuid, position, content }).onConflictDoNothing();
  const { rows } = await tx.execute<{ held: number }>(
    sql`select coalesce(sum(length(content)), 0)::int as held from transfer_parts where transfer_uid = ${uuid}`,
  );
  return { row, isWhole: (rows[0]?.held ?? 0) >= (row.bytes ?? 0) };
}

/** Piece by piece, in order. */
export async function* partsOf(db: Db, uuid: string): AsyncGenerator<Uint8Array> {
  for (let position = 0; ; position++) {
    const { rows } = await db.execute<{ content: Buffer }>(
      sql`select content from transfer_parts where transfer_uid = ${uuid} and position = ${position}`,
    );
    if (!rows[0]) return;
    yield rows[0].content;
  }
}

export async function saveParts(db: Db, uuid: string, path: string): Promise<void> {
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600 });
  const written = finished(file);
  for await (const part of partsOf(db, uuid)) if (!file.write(part)) await once(file, 'drain');
  file.end();
  await written;
}

/** @returns how many bytes were written */
export async function writeParts(db: Db, uuid: string, pieces: AsyncIterable<Uint8Array>): Promise<number> {
  let [position, total, held] = [0, 0, 0];
  let pending: Uint8Array[] = [];
  const flush = async (): Promise<void> => {
    const content = Buffer.concat(pending);
    [pending, held] = [[], 0];
    await db.execute(
      sql`insert into transfer_parts (transfer_uid, position, content) values (${uuid}, ${position++}, ${content})`,
    );
    total += content.length;
  };
  for await (const piece of pieces) {
    pending.push(piece);
    held += piece.length;
    if (held >= PART_BYTES) await flush();
  }
  if (held > 0) await flush();
  return total;
}
