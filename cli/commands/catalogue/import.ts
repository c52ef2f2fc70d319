import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { OperatorError } from '#db/operator-error.ts';
import { formatCount } from '#domain/text/format.ts';
import { vatAt } from '#server/checkout/documents/vat-rates.ts';
import { type ImportOptions, type ImportReport, importFolder } from '#server/import/import.ts';
import { importSheet } from '#server/import/sheet/import-sheet.ts';
import { recognise } from '#server/import/sheet/recognise.ts';
import type { Command, Operation, Outcome } from '../../command.ts';
import { progressBar } from '../../progress-bar.ts';
import { table } from '../../table.ts';

const shownErrors = 500;

type Mode = NonNullable<ImportOptions['mode']>;

const ofSheets = {
  company: { type: 'string', help: 'whose goods a sheet names, where there are several companies' },
  goods: { type: 'string', help: 'read a sheet as a supplier’s catalogue, whose new goods this store sells' },
  kind: { type: 'string', help: 'with --goods: VEHICLE, ACCESSORY, SPARE_PART or SERVICE, where a row says none' },
  'without-vat': { type: 'boolean', help: 'the prices of a sheet are without VAT: add the rate of today' },
} as const;

type OfSheet = {
  company: string | undefined;
  /** Of a supplier's catalogue. */
  fixed?: Record<string, string>;
  withoutVat: boolean;
};

const sheetOf = (options: Parameters<Command['run']>[2]): OfSheet => ({
  ...(typeof options.goods === 'string' && { fixed: { stores: options.goods, kind: String(options.kind ?? '') } }),
  company: typeof options.company === 'string' ? options.company : undefined,
  withoutVat: options['without-vat'] === true,
});

export const importCommand: Command = {
  usage: '<folder or sheet>',
  summary: 'load stores, catalogue, content and pictures: everything, or nothing when something is wrong',
  arguments: 1,
  mayCreateDatabase: true,
  options: {
    partial: { type: 'boolean', help: 'write what is right and list the rest' },
    stock: {
      type: 'boolean',
      help: 'set the stock of variants that are there already, too, where it has not moved since the export',
    },
    ...ofSheets,
    'accept-price-changes': { type: 'boolean', help: 'take prices that change by more than half' },
  },
  run: (operation, [folder = ''], options) =>
    run(operation, folder, {
      mode: options.partial ? 'partial' : 'all',
      setStock: options.stock === true,
      acceptPriceChanges: options['accept-price-changes'] === true,
      ...sheetOf(options),
    }),
};

export const checkCommand: Command = {
  usage: '<folder or sheet>',
  summary: 'list what is wrong in a folder or a sheet, without changing anything',
  arguments: 1,
  mayCreateDatabase: true,
  options: ofSheets,
  run: (operation, [folder = ''], options) => run(operation, folder, { mode: 'check', ...sheetOf(options) }),
};

async function run(
  { pool, db, env, now, storage, dataDir, say }: Operation,
  path: string,
  { fixed, withoutVat, ...options }: Pick<ImportOptions, 'setStock' | 'acceptPriceChanges'> & { mode: Mode } & OfSheet,
): Promise<Outcome> {
  const full = resolve(path);
  const info = await stat(full).catch(() => null);
  if (!info?.isDirectory() && !info?.isFile()) throw new OperatorError(`${path} is neither a folder nor a file`);
  if (options.company !== undefined && !info.isFile())
    throw new OperatorError('--company is for a sheet: a folder names its own in company.json');
  if (withoutVat && !info.isFile())
    throw new OperatorError('--without-vat is for a sheet: prices of a folder include VAT');
  const vatBp = withoutVat ? await vatAt(db, env, now()) : 0;
  const bar = progressBar();
  try {
    const cacheFile = join(dataDir, 'cache/pictures.json');
    const how = { pool, storage, cacheFile, progress: bar.progress, ...options };
    const mapping = (lines: string[][]) => ({ ...recognise(lines, fixed && ['goods']), fixed, vatBp });
    const report = await (info.isFile()
      ? importSheet({ file: full, ...how, mapping })
      : importFolder({ folder: full, ...how }));
    tell(say, report, options.mode);
    return { json: report, failed: report.errors.length > 0 };
  } finally {
    bar.end();
  }
}

function tell(say: (text: string) => void, report: ImportReport, mode: Mode): void {
  const { errors, notes, read, written, changed, changes } = report;
  for (const list of [notes, errors]) {
    if (list.length === 0) continue;
    const rows = list
      .slice(0, shownErrors)
      .map((e) => [e.file, e.row === null ? '' : String(e.row), e.column ?? '', e.value ?? '', e.reason]);
    say(table(['file', 'row', 'column', 'value', 'reason'], rows, 110));
    if (list.length > shownErrors) say(`… and ${list.length - shownErrors} more: --json lists them all`);
    say('');
  }
  say(
    Object.entries(read)
      .map(([what, count]) => `${formatCount(count)} ${what}`)
      .join(', '),
  );
  const faults = errors.length === 1 ? '1 error' : `${formatCount(errors.length)} errors`;
  if (mode === 'check') say(errors.length > 0 ? `${faults}.` : 'Nothing is wrong.');
  else if (!written) say(`${faults}: nothing was changed.`);
  else {
    const touched = Object.entries(changes).filter(([, one]) => one.inserted + one.updated + one.deleted > 0);
    const rows = touched.map(([name, one]) => [name, String(one.inserted), String(one.updated), String(one.deleted)]);
    if (rows.length > 0) say(`\n${table(['table', 'new', 'changed', 'removed'], rows)}\n`);
    say(`${formatCount(changed)} changes.${errors.length > 0 ? ` Left out because of ${faults}: see above.` : ''}`);
  }
}
