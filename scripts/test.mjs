// `npm test`: everything that says whether the project is sound; the last line counts.
import { requireNode, stopWith } from './node-version.mjs';

requireNode();
import('./checks.mjs').then(({ runAll }) => runAll()).catch(stopWith);
