import { MailCheck } from 'lucide-react';
import type { CancellationNotice } from '#contract/checkout/orders.ts';
import { formatDate } from '#domain/text/format.ts';
import { classNames } from '#ui/hooks/class-names.ts';

type Props = {
  notices: CancellationNotice[];
  /** Staff still deal with them. */
  pending?: boolean;
  className?: string;
};

/** Notices of cancellation sent for the order, each with number and date (docs/rules/cancellation.md). */
export function CancellationNotices({ notices, pending = false, className }: Props) {
  if (notices.length === 0) return null;
  return (
    <ul className={classNames('grid gap-1 font-medium text-warning', className)}>
      {notices.map(({ number, sent_at }) => (
        <li key={number} className="flex gap-2">
          <MailCheck aria-hidden className="mt-0.5 size-5 shrink-0" />
          <span>
            הודעת ביטול <bdi dir="ltr">{number}</bdi> נשלחה ב־<bdi dir="ltr">{formatDate(sent_at)}</bdi>
          </span>
        </li>
      ))}
      {pending && <li className="ps-7 text-ink">הודעת הביטול בטיפול. ניצור קשר, ובינתיים אין מה לעשות.</li>}
    </ul>
  );
}
