// `npm run prove`: the long proofs (soak, fuzz, scale, kill -9), which take too long for npm test. Names after --
// choose among them.
import { requireNode, stopWith } from './node-version.mjs';

requireNode();
import('./series.mjs').then(({ runSeries }) => runSeries('tests/prove', process.argv.slice(2))).catch(stopWith);
