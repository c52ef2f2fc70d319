import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LARGEST, moved, whole, zoomed } from './zoom.ts';

const frame = { width: 400, height: 300 };
const point = fc.record({ x: fc.integer({ min: -200, max: 200 }), y: fc.integer({ min: -150, max: 150 }) });
const steps = fc.array(
  fc.oneof(
    fc.record({ scale: fc.double({ min: 0.1, max: 9, noNaN: true }), point }),
    fc.record({ by: fc.record({ x: fc.integer(), y: fc.integer() }) }),
  ),
);

test('whatever one does, the picture fills its frame and is neither smaller than it nor past the largest', () => {
  fc.assert(
    fc.property(steps, (all) => {
      let view = whole;
      for (const step of all)
        view = 'by' in step ? moved(view, step.by, frame) : zoomed(view, step.scale, step.point, frame);
      expect(view.scale).toBeGreaterThanOrEqual(1);
      expect(view.scale).toBeLessThanOrEqual(LARGEST);
      expect(Math.abs(view.x)).toBeLessThanOrEqual(((view.scale - 1) * frame.width) / 2);
      expect(Math.abs(view.y)).toBeLessThanOrEqual(((view.scale - 1) * frame.height) / 2);
    }),
  );
});

test('what is pressed stays under the finger', () => {
  fc.assert(
    fc.property(point, fc.double({ min: 1, max: LARGEST, noNaN: true }), (at, scale) => {
      const view = zoomed(whole, scale, at, frame);
      // Where the point of the picture that was at `at` is shown now.
      expect(at.x * view.scale + view.x).toBeCloseTo(at.x, 6);
      expect(at.y * view.scale + view.y).toBeCloseTo(at.y, 6);
    }),
  );
});
