import { X } from 'lucide-react';
import { passFocus } from '#ui/hooks/pass-focus.ts';
import { Link } from '#ui/link.tsx';
import type { Listing } from '../listing-url.ts';
import { type Chip, withoutChip, withoutChips } from './chips.ts';

type Props = { path: string; listing: Listing; chips: Chip[] };

/** The filters in force; each is a link to the list without it. */
export default function Applied({ path, listing, chips }: Props) {
  return (
    <ul aria-label="סינונים פעילים" className="mt-3 flex flex-wrap items-center gap-2">
      {chips.map((chip) => (
        <li key={`${chip.name}=${chip.value}`} ref={passFocus}>
          <Link
            to={withoutChip(path, listing, chip)}
            preventScrollReset
            className="inline-flex min-h-11 items-center gap-2 rounded-full bg-ground-2 py-1 ps-4 pe-3 text-sm font-semibold hover:bg-ground-3"
          >
            <span className="sr-only">הסרת הסינון: </span>
            <bdi>{chip.label}</bdi> <X aria-hidden className="size-4 shrink-0 text-ink-3" />
          </Link>
        </li>
      ))}
      <li ref={passFocus}>
        <Link
          to={withoutChips(path, listing)}
          preventScrollReset
          className="inline-flex min-h-11 items-center pe-2 text-sm font-semibold text-action-ink underline-offset-4 hover:underline"
        >
          ניקוי הכול
        </Link>
      </li>
    </ul>
  );
}
