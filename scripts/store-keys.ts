import fs from 'node:fs';
import path from 'node:path';
import { ROOT } from '../tests/support/template.ts';

/** The demo stores' keys: the names of their folders. */
export const storeKeys = (): string[] => fs.readdirSync(path.join(ROOT, 'demo', 'stores')).sort();
