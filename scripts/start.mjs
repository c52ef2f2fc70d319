// `npm start`: from a fresh clone to a running server. Nothing may be installed yet, so there are only Node's own
// modules here, and no top-level await: an old Node has to get as far as the line that tells it is too old.
import { requireNode, stopWith } from './node-version.mjs';

requireNode();
import('./prepare.mjs')
  .then(async ({ checkPort, prepare, runServer }) => {
    await checkPort();
    process.exitCode = await runServer(await prepare(), ['server/start.ts']);
  })
  .catch(stopWith);
