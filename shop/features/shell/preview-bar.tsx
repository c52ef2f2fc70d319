import { formatDate, formatTime } from '#domain/text/format.ts';
import type { Preview } from '#server/context.ts';

/** Says on every page of a preview that this isn't the shop as others see it, until when, and how to leave. */
export default function PreviewBar({ preview: { name, at, endsAt } }: { preview: Preview }) {
  return (
    <aside
      aria-label="תצוגה מקדימה"
      className="order-first flex flex-wrap items-center gap-x-4 gap-y-1 border-b-2 border-action bg-warning-wash px-4 py-2 text-sm text-ink print:hidden"
    >
      <strong>
        תצוגה מקדימה: <bdi>{name}</bdi>
      </strong>
      {at && (
        <span>
          החנות כפי שתהיה ב־<bdi>{formatDate(at)}</bdi> בשעה <bdi>{formatTime(at)}</bdi>
        </span>
      )}
      <span>
        הקישור בתוקף עד <bdi>{formatDate(endsAt)}</bdi> בשעה <bdi>{formatTime(endsAt)}</bdi>
      </span>
      <a href="/preview/leave" className="ms-auto font-semibold underline">
        יציאה מהתצוגה
      </a>
    </aside>
  );
}
