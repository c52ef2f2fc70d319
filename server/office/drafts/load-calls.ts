import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

const OFFICE = join(import.meta.dirname, '..');
let loaded: Promise<void> | undefined;

/**
 * Makes every call of the office known to this process. Its pages know those that they show; a draft that is published
 * by a job, or previewed in a shop, may be carried out where no page of the office was ever opened.
 */
export function loadOfficeCalls(): Promise<void> {
  loaded ??= (async () => {
    const files = await readdir(OFFICE, { recursive: true });
    for (const file of files.filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts')).sort())
      await import(join(OFFICE, file));
  })();
  return loaded;
}
