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
