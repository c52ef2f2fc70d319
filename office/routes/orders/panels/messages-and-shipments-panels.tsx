import type { OrderPage } from '#server/office/orders/read-order.ts';
import { ActionForm } from '../../../components/action-form.tsx';
import { Badge, Panel } from '../../../components/panel.tsx';
import { Moment } from '../../../components/shown-values.tsx';
import { channelNames } from '../../messages/message-names.ts';
import { messageStates } from '../../messages/message-states.ts';

/** What was written to the customer, and what came of it. */
export function MessagesPanel({ page: { messages, may } }: { page: OrderPage }) {
  if (messages.length === 0) return null;
  return (
    <Panel title="הודעות ללקוח">
      <ul className="grid gap-2">
        {messages.map((message) => {
          const { name, tone } = messageStates[message.state];
          return (
            <li key={message.uuid} className="grid gap-0.5 border-b border-line pb-2 last:border-0 last:pb-0">
              <p className="flex flex-wrap items-center gap-2">
                <span>{channelNames[message.channel]}</span>
                <Badge tone={tone}>{name}</Badge>
                <span className="ms-auto text-sm text-ink-3">
                  <Moment at={message.at} />
                </span>
              </p>
              <p dir="auto" className="text-sm text-ink-2">
                {message.subject || message.body}
              </p>
              {message.last_error && !message.sent && <bdi className="text-sm text-danger">{message.last_error}</bdi>}
              {may.includes('messages.resend') && (message.sent || message.state === 'failed') && (
                <ActionForm
                  call={message.state === 'failed' ? 'retry' : 'resend'}
                  action={`/messages/${message.uuid}`}
                  submit="שליחה חוזרת"
                  variant="quiet"
                />
              )}
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}

const consentNames: Record<string, string> = { terms: 'תקנון', marketing: 'דיוור', by_staff: 'נרשמה בידי הצוות' };

/** What the customer agreed to, as proof. */
export function ConsentsPanel({ page: { consents } }: { page: OrderPage }) {
  if (consents.length === 0) return null;
  return (
    <Panel title="הסכמות">
      <ul className="grid gap-2">
        {consents.map(({ uuid, kind, text, ipAddress, createdAt }) => (
          <li key={uuid} className="text-sm">
            <p className="font-semibold">{consentNames[kind] ?? kind}</p>
            <p dir="auto" className="text-ink-2">
              {text}
            </p>
            <p className="text-ink-3">
              <Moment at={createdAt} /> · <bdi>{ipAddress}</bdi>
            </p>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** Parts of the order that were sent. */
export function ShipmentsPanel({ page: { shipments, lines } }: { page: OrderPage }) {
  if (shipments.length === 0) return null;
  const nameOf = (uuid: string) => lines.find((line) => line.uuid === uuid)?.name ?? '';
  return (
    <Panel title="משלוחים">
      <ul className="grid gap-2">
        {shipments.map(({ uuid, carrier, trackingNumber, shippedAt, deliveredAt, lines: sentLines }) => (
          <li key={uuid} className="grid gap-0.5">
            <p className="flex flex-wrap items-center gap-2">
              <span>{carrier}</span>
              <bdi>{trackingNumber}</bdi>
              <Badge tone={deliveredAt ? 'good' : 'info'}>{deliveredAt ? 'הגיע' : 'בדרך'}</Badge>
              <span className="ms-auto text-sm text-ink-3">
                <Moment at={deliveredAt ?? shippedAt} />
              </span>
            </p>
            <p className="text-sm text-ink-2">
              {sentLines.map(({ orderLineUid, quantity }) => `${nameOf(orderLineUid)} (${quantity})`).join(', ')}
            </p>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
