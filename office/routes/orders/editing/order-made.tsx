import { Check } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { isolate } from '#domain/text/format.ts';
import type { createOrder } from '#server/office/editing/create-order.ts';
import { ButtonLink } from '#ui/button.tsx';
import { CopyLink } from '../../../components/copy-link.tsx';
import { PageHead } from '../../../components/page-head.tsx';
import { Panel } from '../../../components/panel.tsx';
import { Phone } from '../../../components/shown-values.tsx';

export type Made = { created: Awaited<ReturnType<typeof createOrder>> | undefined; message: string };

const kinds = { order: 'ההזמנה', quote: 'הצעת המחיר' };
const channels: Record<string, string> = { email: 'בדוא״ל', sms: 'במסרון' };

/** What came of it: whether the link went out, to whom and by what way, and the link itself. */
export function OrderMade({ created, message }: Made) {
  const heading = useRef<HTMLDivElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div ref={heading} tabIndex={-1} className="outline-none">
      <PageHead
        title={created ? `${kinds[created.kind]} ${isolate(created.number)} נוצרה` : message}
        back={{ to: '/orders', label: 'הזמנות' }}
      />
      {created && (
        <div className="max-w-3xl">
          <Panel title={created.sent.length > 0 ? 'הקישור לתשלום נשלח ללקוח' : 'הקישור לתשלום לא נשלח'}>
            {created.sent.length > 0 ? (
              <ul className="grid gap-1">
                {created.sent.map(({ channel, recipient }) => (
                  <li key={channel} className="flex flex-wrap items-center gap-x-2">
                    <Check aria-hidden className="size-4 text-success" />
                    {channels[channel] ?? channel} אל{' '}
                    {channel === 'sms' ? <Phone e164={recipient} /> : <bdi dir="ltr">{recipient}</bdi>}
                  </li>
                ))}
              </ul>
            ) : (
              <p className="rounded-sm bg-warning-wash p-3 text-warning">
                הלקוח עוד לא קיבל את הקישור. העתיקו אותו ומסרו אותו בעצמכם.
              </p>
            )}
            <CopyLink url={created.url} />
            <div>
              <ButtonLink to={`/orders/${created.uuid}`} size="sm">
                אל {kinds[created.kind]}
              </ButtonLink>
            </div>
          </Panel>
        </div>
      )}
      {!created && <p className="panel max-w-3xl p-4">אחרי האישור תיווצר ההזמנה, ומצבה יופיע ב״הבקשות שלי״.</p>}
    </div>
  );
}
