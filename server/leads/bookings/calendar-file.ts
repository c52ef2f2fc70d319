import type { Booking } from '#contract/leads/bookings.ts';

const stamp = (iso: string): string => iso.replace(/[-:]|\.\d{3}/g, '');
const escaped = (text: string): string => text.replace(/[\\;,]/g, '\\$&').replace(/\r?\n/g, '\\n');

/** Lines are limited to 75 octets; a continuation begins with a space (RFC 5545 §3.1). */
function folded(line: string): string {
  const lines = [''];
  for (const letter of line) {
    const last = lines.at(-1) as string;
    if (Buffer.byteLength(last + letter) > 73) lines.push(letter);
    else lines[lines.length - 1] = last + letter;
  }
  return lines.join('\r\n ');
}

/**
 * The booking as an iCalendar event (RFC 5545), in UTC, with an alarm two hours before. `id` makes it unique, `name`
 * is the store's word for the visit.
 */
export function calendarOf(
  booking: Booking,
  { id, name, store, url, now }: { id: string; name: string; store: string; url: string; now: Date },
): string {
  const { branch, product } = booking;
  const cancelled = booking.state === 'cancelled';
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//storefront//booking//HE',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${id}`,
    `DTSTAMP:${stamp(now.toISOString())}`,
    `DTSTART:${stamp(booking.starts_at)}`,
    `DTEND:${stamp(booking.ends_at)}`,
    `SUMMARY:${escaped([name, product?.name, store].filter(Boolean).join(' – '))}`,
    `LOCATION:${escaped(`${branch.name}, ${branch.address}, ${branch.city}`)}`,
    `DESCRIPTION:${escaped(`טלפון הסניף: ${branch.phone}\nפרטים, שינוי וביטול: ${url}`)}`,
    `URL:${url}`,
    `STATUS:${cancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    `SEQUENCE:${booking.moves + (cancelled ? 1 : 0)}`,
    ...(cancelled
      ? []
      : ['BEGIN:VALARM', 'ACTION:DISPLAY', `DESCRIPTION:${escaped(name)}`, 'TRIGGER:-PT2H', 'END:VALARM']),
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return `${lines.map(folded).join('\r\n')}\r\n`;
}
