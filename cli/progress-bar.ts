import { formatCount } from '#domain/text/format.ts';
import type { Progress } from '#server/import/progress.ts';

const width = 30;
const redrawMs = 100;

/**
 * A bar that redraws itself on a terminal; elsewhere a plain line at the end of each part. Writes to stderr, so that
 * stdout has the result only.
 */
export function progressBar(): { progress: Progress; end: () => void } {
  const out = process.stderr;
  let drawn = 0;
  let open = false;
  const end = (): void => {
    if (open) out.write('\n');
    open = false;
  };
  const progress: Progress = (label, done, total) => {
    const finished = done >= total;
    if (!out.isTTY) {
      if (finished) out.write(`${label}: ${total === 1 ? 'done' : formatCount(total)}\n`);
      return;
    }
    const now = performance.now();
    if (!finished && now - drawn < redrawMs) return;
    drawn = now;
    const filled = Math.round((done / Math.max(total, 1)) * width);
    const amount = total === 1 ? '' : ` ${formatCount(done)}/${formatCount(total)}`;
    out.write(`\r\u001B[2K${label.padEnd(16)} ${'█'.repeat(filled)}${'░'.repeat(width - filled)}${amount}`);
    open = true;
    if (finished) end();
  };
  return { progress, end };
}
