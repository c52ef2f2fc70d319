import { FileText, SquareArrowOutUpLeft } from 'lucide-react';
import type { Order } from '#contract/checkout/orders.ts';
import { formatLongDate } from '#domain/text/format.ts';
import { Price } from '#ui/price.tsx';

/** Invoices, receipts and credits of an order; each opens as a PDF or on the gateway's page. */
export function OrderDocuments({ documents }: { documents: Order['documents'] }) {
  if (documents.length === 0) return null;
  return (
    <section aria-labelledby="documents-title" className="grid gap-3 print:hidden">
      <h2 id="documents-title" className="text-xl">
        חשבוניות וקבלות
      </h2>
      <ul className="grid gap-2">
        {documents.map((document) => (
          <li key={document.uuid}>
            <a
              href={document.url}
              target="_blank"
              rel="noopener noreferrer"
              className="group flex min-h-16 items-center gap-4 rounded-lg bg-ground-2 px-5 py-3 hover:bg-action-wash"
            >
              <FileText aria-hidden className="size-6 shrink-0 text-ink-3" />
              <span className="min-w-0 flex-1">
                <span className="block font-semibold underline-offset-4 group-hover:underline">
                  {document.title} {/* In one piece where it fits: a gateway's number may be a UUID. */}
                  <bdi dir="ltr" className="inline-block wrap-anywhere">
                    {document.number}
                  </bdi>
                </span>
                <span className="text-sm text-ink-2">
                  {formatLongDate(document.issued_at)}
                  <span className="sr-only"> (נפתח בלשונית חדשה)</span>
                </span>
              </span>
              <Price value={document.total} className="font-semibold" />
              <SquareArrowOutUpLeft aria-hidden className="size-5 shrink-0 text-ink-3" />
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
