/** A picture's scale and offset from the frame's centre, in pixels. */
export type View = { scale: number; x: number; y: number };
type Size = { width: number; height: number };
type Point = { x: number; y: number };

export const LARGEST = 4;
export const PRESSED = 2.5;
export const whole: View = { scale: 1, x: 0, y: 0 };

const between = (low: number, value: number, high: number): number => Math.min(high, Math.max(low, value));

/** Never past the picture's edge. */
function bounded({ scale, x, y }: View, { width, height }: Size): View {
  const aside = { x: ((scale - 1) * width) / 2, y: ((scale - 1) * height) / 2 };
  return { scale, x: between(-aside.x, x, aside.x), y: between(-aside.y, y, aside.y) };
}

/** Scaled to `scale`; what is under `point` (from the frame's centre) stays there as far as the edges allow. */
export function zoomed(view: View, scale: number, point: Point, frame: Size): View {
  const to = between(1, scale, LARGEST);
  const grow = to / view.scale;
  return bounded({ scale: to, x: point.x - (point.x - view.x) * grow, y: point.y - (point.y - view.y) * grow }, frame);
}

export const moved = (view: View, by: Point, frame: Size): View =>
  bounded({ ...view, x: view.x + by.x, y: view.y + by.y }, frame);
