import { fieldName, tableName } from '#domain/text/field-names.ts';
import type { CustomerEvent, CustomerMessage } from '#server/office/customers/read-customer.ts';
import { Badge, Panel } from '../../components/panel.tsx';
import { Moment } from '../../components/shown-values.tsx';
import { aboutName, channelNames } from '../messages/message-names.ts';

export function Messages({ messages }: { messages: CustomerMessage[] }) {
  if (messages.length === 0) return null;
  return (
    <Panel title="הודעות ללקוח">
      <ul className="grid gap-2">
        {messages.map(({ uuid, channel, about, subject, sent_at, created_at }) => (
          <li key={uuid} className="flex flex-wrap items-center gap-x-3">
            <bdi>{subject || aboutName(about)}</bdi>
            <span className="text-sm text-ink-3">
              {channelNames[channel]} · <Moment at={created_at} />
            </span>
            {!sent_at && <Badge tone="wait">בדרך</Badge>}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

const kinds: Record<string, string> = { command: 'פקודה', job: 'המערכת', api: 'ממשק', shop: 'הלקוח' };
/** What staff, commands and jobs did with the account; what the customer did isn't logged. */
export function Events({ events }: { events: CustomerEvent[] }) {
  if (events.length === 0) return null;
  return (
    <Panel title="ציר זמן">
      <ol className="grid gap-2">
        {events.map(({ uuid, by, kind, tables, fields, created_at }) => (
          <li key={uuid}>
            <span>
              {tables.map(tableName).join(', ')}
              {fields.length > 0 && `: ${fields.map((field) => fieldName('customers', field)).join(', ')}`}
            </span>
            <p className="text-sm text-ink-3">
              <bdi>{kind === 'staff' ? by : (kinds[kind] ?? by)}</bdi> · <Moment at={created_at} />
            </p>
          </li>
        ))}
      </ol>
    </Panel>
  );
}
