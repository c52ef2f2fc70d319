// Opens the embedded database of a folder and holds it until SIGTERM: a process for tests to kill.
import { openDatabase } from '#db/embedded.ts';

const print = (line: string) => process.stdout.write(`${line}\n`);
const [dataDir = '', shared] = process.argv.slice(2);

try {
  const log = { info: print, warn: print, error: print };
  const database = await openDatabase({ dataDir, log, shared: shared === 'shared' });
  process.on('SIGTERM', () => void database.close().then(() => process.exit(0)));
  print(`open ${database.url}`);
} catch (error) {
  print((error as Error).message);
  process.exit(1);
}
