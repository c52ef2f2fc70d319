/** Sides in the sequence of the frames, starting at the front left as in the hero picture. */
const sides = [
  'מלפנים, צד שמאל',
  'מלפנים',
  'מלפנים, צד ימין',
  'צד ימין',
  'מאחור, צד ימין',
  'מאחור',
  'מאחור, צד שמאל',
  'צד שמאל',
];

/** The frame at a turn of any size and direction. */
export const frameAt = (turn: number, frames: number): number => ((Math.round(turn) % frames) + frames) % frames;

export const sideName = (frame: number, frames: number): string =>
  sides[Math.round((frame / frames) * sides.length) % sides.length] as string;

export const degrees = (frame: number, frames: number): number => Math.round((frame / frames) * 360);

/** The nearest loaded frame, drawn while the requested one is missing. `null`: none is loaded. */
export function nearestLoaded(frame: number, loaded: boolean[]): number | null {
  for (let away = 0; away <= loaded.length / 2; away++) {
    for (const near of [frame + away, frame - away]) {
      const at = frameAt(near, loaded.length);
      if (loaded[at]) return at;
    }
  }
  return null;
}

/** Every sixth frame first, so that turning works early, then the gaps. */
export const loadingOrder = (frames: number): number[] =>
  [0, 3, 1, 4, 2, 5].flatMap((start) =>
    Array.from({ length: Math.ceil((frames - start) / 6) }, (_, i) => start + i * 6).filter((frame) => frame < frames),
  );

const FRICTION = 0.94;
const STILL = 0.004;

/** Frames per millisecond after some milliseconds of inertia; 0 at rest. */
export function slowed(speed: number, milliseconds: number): number {
  const remaining = speed * FRICTION ** (milliseconds / 16);
  return Math.abs(remaining) < STILL ? 0 : remaining;
}
