import sharp from 'sharp';
import { expect, test } from 'vitest';
import { isWhole } from './is-whole.ts';

const picture = () =>
  sharp({
    create: {
      width: 64,
      height: 48,
      channels: 3,
      background: '#c8102e',
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  });

test.each([
  ['png', () => picture().png().toBuffer()],
  ['jpeg', () => picture().jpeg().toBuffer()],
  ['heif', () => picture().avif({ effort: 0 }).toBuffer()],
] as const)('%s that breaks off is told from a whole one', async (format, make) => {
  const bytes = await make();
  expect(isWhole(bytes, format)).toBe(true);
  for (const part of [0.3, 0.6, 0.95])
    expect(isWhole(bytes.subarray(0, Math.floor(bytes.length * part)), format)).toBe(false);
});
