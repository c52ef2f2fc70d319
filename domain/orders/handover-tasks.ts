/** What a buyer does for the handover of a vehicle from the order's page: sends papers, or signs words. */
export const buyerTasks = ['papers', 'signature'] as const;
export type BuyerTask = (typeof buyerTasks)[number];

export type TaskState = 'missing' | 'sent' | 'refused' | 'checked';

/** Photos and files of one task. */
export const TASK_PAPERS = 6;
export const MAX_PAPER_MB = 10;
export const paperTypes = ['image/jpeg', 'image/png', 'image/webp', 'application/pdf'];

/**
 * Months that what buyers sent of themselves stays after their order has ended: until then staff may have to show what
 * they checked.
 */
export const PAPER_MONTHS = 12;

type Progress = { sentAt: Date | null; refusedAt: Date | null; doneAt: Date | null };

/** What staff have ticked is checked, whether it came from the page or was brought along. */
export const taskStateOf = ({ sentAt, refusedAt, doneAt }: Progress): TaskState =>
  doneAt ? 'checked' : refusedAt ? 'refused' : sentAt ? 'sent' : 'missing';

/** A drawn signature: lines of points in a box of these units. */
export const SIGNATURE_BOX = { width: 600, height: 200 };
export type Stroke = [x: number, y: number][];
/** Far more than a signature has. */
export const MAX_POINTS = 4_000;

/** `null` for anything but lines of points within the box; `[]` for nothing drawn. */
export function parseStrokes(text: string): Stroke[] | null {
  if (text === '') return [];
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (!Array.isArray(value)) return null;
  let points = 0;
  const isWithin = (at: unknown, most: number): boolean => typeof at === 'number' && at >= 0 && at <= most;
  const isPoint = (point: unknown): boolean =>
    Array.isArray(point) &&
    point.length === 2 &&
    isWithin(point[0], SIGNATURE_BOX.width) &&
    isWithin(point[1], SIGNATURE_BOX.height);
  for (const stroke of value) {
    if (!Array.isArray(stroke) || stroke.length === 0 || !stroke.every(isPoint)) return null;
    points += stroke.length;
    if (points > MAX_POINTS) return null;
  }
  return value as Stroke[];
}
