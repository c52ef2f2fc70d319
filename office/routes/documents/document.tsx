import { Link } from 'react-router';
import { documentTitle } from '#domain/money/tax-document.ts';
import { readDocument, resendDocument } from '#server/office/documents/documents.ts';
import { buttonLook } from '#ui/button.tsx';
import { ActionDialog } from '../../components/dialogs/action-dialog.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { Facts, Panel } from '../../components/panel.tsx';
import { Moment, Money } from '../../components/shown-values.tsx';
import { act, load } from '../../load.ts';
import { useShell } from '../../shell/shell.tsx';
import type { Route } from './+types/document.ts';

export const loader = load((ctx, { params }: Route.LoaderArgs) => readDocument(ctx, params));
export const action = act({ send: resendDocument }, { says: { send: 'המסמך נשלח ללקוח' } });

export default function Document({ loaderData }: Route.ComponentProps) {
  const { document, order, email, store, related } = loaderData;
  const { permissions } = useShell();
  const { content } = document;
  const name = `${documentTitle[document.kind]} ${document.number}`;
  return (
    <>
      <PageHead
        title={name}
        back={{ to: '/documents', label: 'מסמכי מס' }}
        actions={
          <>
            <a
              href={document.link ?? `/documents/${document.uuid}/pdf`}
              target="_blank"
              rel="noreferrer"
              className={buttonLook({ size: 'sm' })}
            >
              צפייה ב־PDF
            </a>
            {permissions.includes('messages.resend') && (
              <ActionDialog label="שליחה ללקוח" title={`שליחת ${name}`} call="send" submit="שליחה">
                <p>
                  קישור למסמך יישלח בדוא״ל אל <bdi>{email}</bdi>.
                </p>
              </ActionDialog>
            )}
          </>
        }
      />
      <div className="grid items-start gap-4 lg:@min-[40rem]:grid-cols-2">
        <Panel title="פרטים">
          <Facts
            facts={[
              ['חנות', store],
              ['הופק', <Moment key="at" at={document.issuedAt} />],
              [
                'הזמנה',
                <Link key="order" to={`/orders/${document.orderUid}`} className="text-action-ink underline">
                  <bdi>{order}</bdi>
                </Link>,
              ],
              ['לקוח', <bdi key="customer">{content.customer.name}</bdi>],
              ['ח״פ / ע״מ', content.customer.number],
              ['מספר הקצאה', document.allocationNumber],
              [
                'מסמכים קשורים',
                related.length > 0 &&
                  related.map(({ uuid, kind, number }) => (
                    <Link key={uuid} to={`/documents/${uuid}`} className="block text-action-ink underline">
                      {documentTitle[kind]} <bdi>{number}</bdi>
                    </Link>
                  )),
              ],
            ]}
          />
        </Panel>
        <Panel title="תוכן">
          <ul className="grid gap-2">
            {content.lines.map((line) => (
              <li key={`${line.sku} ${line.details}`} className="flex justify-between gap-4">
                <span>
                  <bdi>{line.name}</bdi>
                  {line.quantity > 1 && (
                    <>
                      {' '}
                      <bdi>×{line.quantity}</bdi>
                    </>
                  )}
                </span>
                <Money agorot={line.priceAgorot * line.quantity} />
              </li>
            ))}
            {content.discounts.map(({ name: discount, agorot }) => (
              <li key={discount} className="flex justify-between gap-4 text-ink-2">
                <bdi>{discount}</bdi>
                <Money agorot={-agorot} />
              </li>
            ))}
            {content.delivery && (
              <li className="flex justify-between gap-4 text-ink-2">
                <bdi>{content.delivery.name}</bdi>
                <Money agorot={content.delivery.agorot} />
              </li>
            )}
          </ul>
          <Facts
            facts={[
              ['לפני מע״מ', <Money key="net" agorot={document.netAgorot} />],
              ['מע״מ', <Money key="vat" agorot={document.vatAgorot} />],
              [
                'סה״כ',
                <strong key="total">
                  <Money agorot={document.totalAgorot} />
                </strong>,
              ],
            ]}
          />
        </Panel>
      </div>
    </>
  );
}
