// `npm run bench`: what measures speed, weight and scale. Names after -- choose among them.
import { requireNode, stopWith } from './node-version.mjs';

requireNode();
import('./series.mjs').then(({ runSeries }) => runSeries('bench', process.argv.slice(2))).catch(stopWith);
