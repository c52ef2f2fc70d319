/** A waiting time in Hebrew, rounded up, to follow `בעוד`: `40 שניות`, `דקה`, `12 דקות`, `שעתיים`. */
export function formatWait(seconds: number): string {
  if (seconds <= 1) return 'שנייה';
  if (seconds < 60) return `${seconds} שניות`;
  const minutes = Math.ceil(seconds / 60);
  if (minutes === 1) return 'דקה';
  if (minutes === 2) return 'שתי דקות';
  if (minutes < 60) return `${minutes} דקות`;
  const hours = Math.ceil(minutes / 60);
  if (hours === 1) return 'שעה';
  return hours === 2 ? 'שעתיים' : `${hours} שעות`;
}

const DAY = 24 * 3_600;

/** A waiting time in digits: `4:05:09`, or `29:59` below an hour; `null` from a day on, where a date says more. */
export function clockText(seconds: number): string | null {
  if (seconds >= DAY) return null;
  const hours = Math.floor(seconds / 3_600);
  const parts = [...(hours > 0 ? [hours] : []), Math.floor(seconds / 60) % 60, seconds % 60];
  return parts.map((part, i) => (i === 0 ? part : String(part).padStart(2, '0'))).join(':');
}
