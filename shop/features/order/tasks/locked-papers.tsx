import { LockKeyhole } from 'lucide-react';
import type { OrderTask } from '#contract/checkout/order-tasks.ts';
import { formatLongDate } from '#domain/text/format.ts';
import { ButtonLink } from '#ui/button.tsx';

type Props = { task: OrderTask; number: string };

/**
 * Papers that are there and that this browser may not open before it has proved the order's phone; with the way to do
 * that.
 */
export function LockedPapers({ task: { title, kind, papers, state }, number }: Props) {
  const locked = papers.filter(({ open }) => !open);
  if (locked.length === 0) return null;
  const isSigned = kind === 'signature';
  return (
    <div className="grid gap-4">
      <ul className="grid gap-2">
        {locked.map(({ id, type, sent_at }) => (
          <li key={id} className="flex items-center gap-3 rounded-md bg-ground p-2">
            <span className="grid h-12 w-16 shrink-0 place-items-center rounded-sm bg-ground-3">
              <LockKeyhole aria-hidden className="size-6" />
            </span>
            <span className="min-w-0">
              <span className="block font-semibold">
                {isSigned ? 'טופס חתום' : type === 'image/webp' ? 'צילום' : 'קובץ PDF'}
              </span>
              <span className="text-sm text-ink-2">
                {isSigned ? 'נחתם' : 'נשלח'} ב־{formatLongDate(sent_at)}
              </span>
            </span>
          </li>
        ))}
      </ul>
      <div>
        <ButtonLink
          to={`/order?${new URLSearchParams({ order: number, for: 'papers' })}`}
          variant="secondary"
          className="max-sm:w-full"
        >
          {isSigned || state === 'checked' ? 'לצפייה עם קוד' : 'לצפייה או להסרה עם קוד'}
          <span className="sr-only">: {title}</span>
        </ButtonLink>
      </div>
    </div>
  );
}
