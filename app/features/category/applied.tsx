import { X } from 'lucide-react';
import { Link } from '~/ui/link.tsx';
import type { Chip } from './chips.ts';

/** The filters in force; each is a link to the list without it. */
export default function Applied({ chips, clear }: { chips: Chip[]; clear: string }) {
  return (
    <ul aria-label="סינונים פעילים" className="mt-3 flex flex-wrap items-center gap-2">
      {chips.map(({ key, label, to }) => (
        <li key={key}>
          <Link
            to={to}
            preventScrollReset
            className="inline-flex min-h-11 items-center gap-2 rounded-full bg-ground-2 py-1 ps-4 pe-3 text-sm font-semibold hover:bg-ground-3"
          >
            <span className="sr-only">הסרת הסינון: </span>
            <bdi>{label}</bdi> <X aria-hidden className="size-4 shrink-0 text-ink-3" />
          </Link>
        </li>
      ))}
      <li>
        <Link
          to={clear}
          preventScrollReset
          className="inline-flex min-h-11 items-center px-2 text-sm font-semibold text-action-ink underline-offset-4 hover:underline"
        >
          ניקוי הכול
        </Link>
      </li>
    </ul>
  );
}
