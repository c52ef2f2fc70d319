import fc from 'fast-check';
import { expect, test } from 'vitest';
import { frameAt, loadingOrder, nearestLoaded, sideName, slowed } from './spin.ts';

const frames = fc.integer({ min: 1, max: 120 });

test('each frame is loaded once', () => {
  fc.assert(
    fc.property(frames, (count) => {
      expect(loadingOrder(count).toSorted((a, b) => a - b)).toEqual([...Array(count).keys()]);
    }),
  );
});

test('a turn, however far and either way, is one of the frames; a whole turn changes nothing', () => {
  fc.assert(
    fc.property(frames, fc.integer({ min: -1_000, max: 1_000 }), (count, turn) => {
      const frame = frameAt(turn, count);
      expect(frame >= 0 && frame < count).toBe(true);
      expect(frameAt(turn + count, count)).toBe(frame);
    }),
  );
});

test('the nearest frame that is there, round the circle', () => {
  fc.assert(
    fc.property(fc.array(fc.boolean(), { minLength: 1, maxLength: 60 }), fc.nat(59), (loaded, at) => {
      const frame = at % loaded.length;
      const away = (other: number) => Math.min(Math.abs(other - frame), loaded.length - Math.abs(other - frame));
      const nearest = nearestLoaded(frame, loaded);
      const there = loaded.flatMap((is, index) => (is ? [index] : []));
      if (there.length === 0) expect(nearest).toBeNull();
      else expect(away(nearest as number)).toBe(Math.min(...there.map(away)));
    }),
  );
});

test('it rolls out and stands within two seconds, from whatever speed', () => {
  fc.assert(
    fc.property(fc.double({ min: -2, max: 2, noNaN: true }), (speed) => {
      expect(Math.abs(slowed(speed, 16))).toBeLessThanOrEqual(Math.abs(speed));
      expect(Math.abs(slowed(speed, 2_000))).toBe(0);
    }),
  );
});

test('the sides in words, as the frames of the demo turn', () => {
  expect([0, 4, 9, 13, 18, 22, 27, 31].map((frame) => sideName(frame, 36))).toEqual([
    'מלפנים, צד שמאל',
    'מלפנים',
    'מלפנים, צד ימין',
    'צד ימין',
    'מאחור, צד ימין',
    'מאחור',
    'מאחור, צד שמאל',
    'צד שמאל',
  ]);
});
