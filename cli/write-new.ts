import { writeFileSync } from 'node:fs';
import { SetupError } from '#db/setup-error.ts';

/** Writes a new file that only its owner can read. @throws SetupError where it exists, or can't be written */
export function writeNew(path: string, text: string): void {
  try {
    writeFileSync(path, text, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new SetupError(code === 'EEXIST' ? `${path} is there already` : message);
  }
}
