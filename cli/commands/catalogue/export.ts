import { resolve } from 'node:path';
import { formatCount } from '#domain/text/format.ts';
import { type ExportReport, exportFolder } from '#server/export/export.ts';
import type { Command } from '../../command.ts';
import { progressBar } from '../../progress-bar.ts';

export const exportCommand: Command = {
  usage: '<folder>',
  summary: 'write catalogue, content and settings to a new folder that import reads again; the shop serves on',
  arguments: 1,
  options: {
    store: { type: 'string', help: 'one store and the products that it sells; without it, all of the company' },
    company: { type: 'string', help: 'which company, where there are several' },
    xlsx: { type: 'boolean', help: 'tables as .xlsx instead of .csv' },
  },
  async run({ pool, storage, say }, [folder = ''], { store, company, xlsx }) {
    const bar = progressBar();
    const breaking = new AbortController();
    const breakOff = () => breaking.abort();
    for (const signal of SIGNALS) process.once(signal, breakOff);
    try {
      const report = await exportFolder({
        pool,
        storage,
        folder: resolve(folder),
        store: store === undefined ? undefined : String(store),
        company: company === undefined ? undefined : String(company),
        xlsx: xlsx === true,
        progress: bar.progress,
        signal: breaking.signal,
      });
      bar.end();
      tell(say, report);
      return { json: report, failed: report.missing.length > 0 };
    } finally {
      bar.end();
      for (const signal of SIGNALS) process.removeListener(signal, breakOff);
    }
  },
};

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

function tell(say: (text: string) => void, { folder, written, files, notes, missing }: ExportReport): void {
  const counts = Object.entries(written).flatMap(([name, count]) =>
    count > 0 ? [`${formatCount(count)} ${name}`] : [],
  );
  say(`${folder}: ${[...counts, `${formatCount(files)} pictures and films`].join(', ')}`);
  for (const note of notes) say(note);
  for (const { media, path } of missing) say(`missing: ${path} (${media}) is named by a row and was not to be had`);
}
