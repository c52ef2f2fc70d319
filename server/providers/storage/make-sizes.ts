import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Environment } from '../../platform/environment.ts';
import { hasSizes, keptSizeName, type PictureSize } from './picture-sizes.ts';

const program = fileURLToPath(new URL('./picture-maker.ts', import.meta.url));

/**
 * Makes sizes in a process of its own at a low priority, so that requests aren't slower.
 * @returns `done`: whether all of them were processed
 */
export function makeSizes(env: Environment, sizes: PictureSize[]): { done: Promise<boolean>; stop: () => void } {
  // By `nice`, since all of its threads have to start with that priority.
  const gentle = process.platform === 'win32' ? {} : { execPath: 'nice', execArgv: ['-n', '10', process.execPath] };
  const maker = fork(program, { ...gentle, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const ended = once(maker, 'exit');
  maker.send({ env, sizes }, () => {});
  // It ends itself when this process does.
  maker.unref();
  maker.channel?.unref();
  return { done: ended.then(([code]) => code === 0), stop: () => maker.kill() };
}

/** As new pictures are met: thumbnails and cards, then the product's page, then large screens. */
const WIDTHS_AS_MET = [160, 480, 640, 800, 320, 1080, 1600];

type Log = { warn: (line: string) => void };

const waiting = new Map<string, PictureSize>();
let isMaking = false;

/**
 * Makes the sizes of pictures that somebody has just uploaded, so that the first shopper needn't wait for them; `null`
 * where that is off.
 */
export function sizesMaker(env: Environment, log: Log): ((names: string[]) => void) | null {
  if (env.FIRST_PICTURES === 'off') return null;
  return (names) => {
    const drawnNames = names.filter(hasSizes);
    for (const width of WIDTHS_AS_MET)
      for (const name of drawnNames) {
        const size: PictureSize = { name, width, format: 'avif' };
        waiting.set(keptSizeName(size), size);
      }
    if (!isMaking) void makeWaiting(env, log);
  };
}

/** Where no process can be started, the sizes are made when a page asks for them. */
async function makeWaiting(env: Environment, log: Log): Promise<void> {
  isMaking = true;
  try {
    while (waiting.size > 0) {
      const sizes = [...waiting.values()];
      waiting.clear();
      await makeSizes(env, sizes).done;
    }
  } catch (error) {
    log.warn(`sizes of new pictures: ${(error as Error).message}`);
  } finally {
    isMaking = false;
  }
}
