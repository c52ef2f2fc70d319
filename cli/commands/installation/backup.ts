import { resolve } from 'node:path';
import { OperatorError } from '#db/operator-error.ts';
import { formatCount } from '#domain/text/format.ts';
import { refuseRootIn } from '#server/platform/data-folder.ts';
import { noteOperation } from '#server/platform/note-operation.ts';
import { backUp, removeOld } from '../../backup/backup.ts';
import type { Manifest } from '../../backup/manifest.ts';
import { restore } from '../../backup/restore.ts';
import { lastTry, noteTry } from '../../backup/tries.ts';
import type { Command } from '../../command.ts';
import { progressBar } from '../../progress-bar.ts';

const summary = ({ tables, media }: Manifest): string => {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const megabytes = formatCount(Math.ceil(media.bytes / 1_000_000));
  return `${formatCount(rows)} rows of ${tables.length} tables, ${formatCount(media.names)} media (${megabytes} MB)`;
};

export const backupCommand: Command = {
  usage: '<folder>',
  summary: 'all rows of one moment and the media that they name, into a new folder below; the shop serves on',
  arguments: 1,
  options: { keep: { type: 'string', help: 'how many backups stay in the folder; older ones are removed' } },
  async run({ db, pool, storage, now, say }, [folder = ''], options) {
    const keep = options.keep === undefined ? null : Number(options.keep);
    if (keep !== null && !(Number.isInteger(keep) && keep >= 1)) throw new OperatorError('--keep is a number from 1');
    const bar = progressBar();
    try {
      const target = resolve(folder);
      refuseRootIn(target);
      const { path, manifest } = await backUp({
        pool,
        storage,
        folder: target,
        now: now(),
        progress: bar.progress,
      });
      const { media, tables: savedTables } = manifest;
      await noteOperation(db, {
        path,
        rows: savedTables.reduce((sum, table) => sum + table.rows, 0),
        media: media.names,
        bytes: media.bytes,
        missing: media.missing.length,
        tried: await lastTry(target),
      });
      const { removed, failed } = keep === null ? { removed: [], failed: [] } : await removeOld(target, keep);
      bar.end();
      say(`${path}: ${summary(manifest)}`);
      for (const name of manifest.media.missing) say(`missing: ${name} is named by a row and was not to be had`);
      for (const name of removed) say(`removed: ${name}`);
      for (const reason of failed) say(`not removed: ${reason}`);
      say('The key of this installation (SECRET, or the file secret in DATA_DIR) is not in it: keep it elsewhere.');
      const { tables, ...about } = manifest;
      const rows = tables.map(({ schema, name, rows }) => ({ schema, name, rows }));
      return {
        json: { path, ...about, tables: rows, removed, not_removed: failed },
        failed: manifest.media.missing.length + failed.length > 0,
      };
    } finally {
      bar.end();
    }
  },
};

export const restoreCommand: Command = {
  usage: '<backup>',
  summary: 'a backup into an empty database (another DATA_DIR or DATABASE_URL), compared row by row',
  arguments: 1,
  mayCreateDatabase: true,
  migrates: false,
  async run({ pool, storage, now, say }, [folder = '']) {
    const bar = progressBar();
    try {
      const backup = resolve(folder);
      const manifest = await restore({ pool, storage, folder: backup, progress: bar.progress });
      await noteTry(backup, now());
      bar.end();
      say(`As it was on ${manifest.taken_at}: ${summary(manifest)}. All rows were compared.`);
      return { json: { taken_at: manifest.taken_at, tables: manifest.tables.length, media: manifest.media.names } };
    } finally {
      bar.end();
    }
  },
};
