/** Sides in the order in which the frames show them: the first is the front from its left, as in the hero picture. */
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

/** The frame at a turn of any size, backwards too. */
export const frameAt = (turn: number, frames: number): number => ((Math.round(turn) % frames) + frames) % frames;

export const sideName = (frame: number, frames: number): string =>
  sides[Math.round((frame / frames) * sides.length) % sides.length] as string;

export const degrees = (frame: number, frames: number): number => Math.round((frame / frames) * 360);

/** What is drawn while the wanted frame is on its way, or can't be had: the nearest one that is there. `null`: none is. */
export function nearestLoaded(frame: number, loaded: boolean[]): number | null {
  for (let away = 0; away <= loaded.length / 2; away++) {
    for (const near of [frame + away, frame - away]) {
      const at = frameAt(near, loaded.length);
      if (loaded[at]) return at;
    }
  }
  return null;
}

/** Every sixth frame first, so that one can turn it soon, then the gaps. */
export const loadingOrder = (frames: number): number[] =>
  [0, 3, 1, 4, 2, 5].flatMap((start) =>
    Array.from({ length: Math.ceil((frames - start) / 6) }, (_, i) => start + i * 6).filter((frame) => frame < frames),
  );

const FRICTION = 0.94;
const STILL = 0.004;

/** Frames a millisecond, after some milliseconds of rolling out; 0 when it stands. */
export function slowed(speed: number, milliseconds: number): number {
  const left = speed * FRICTION ** (milliseconds / 16);
  return Math.abs(left) < STILL ? 0 : left;
}
