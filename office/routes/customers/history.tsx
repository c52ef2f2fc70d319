import type { CustomerEvent, CustomerMessage } from '#server/office/customers/read-customer.ts';
import { Badge, Panel } from '../../components/panel.tsx';
import { Moment } from '../../components/texts.tsx';

const channels: Record<string, string> = { email: 'דוא״ל', sms: 'SMS', webhook: 'Webhook' };

export function Messages({ messages }: { messages: CustomerMessage[] }) {
  return (
    <Panel title="הודעות ללקוח">
      {messages.length === 0 && <p className="text-ink-3">לא נשלחו הודעות.</p>}
      <ul className="grid gap-2">
        {messages.map(({ uuid, channel, about, subject, sent_at, created_at }) => (
          <li key={uuid} className="flex flex-wrap items-center gap-x-3">
            <bdi>{subject || about}</bdi>
            <span className="text-sm text-ink-3">
              <bdi>{channels[channel] ?? channel}</bdi> · <Moment at={created_at} />
            </span>
            {!sent_at && <Badge tone="wait">בדרך</Badge>}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

const kinds: Record<string, string> = { command: 'פקודה', job: 'המערכת', api: 'ממשק', shop: 'הלקוח' };
const tableNames: Record<string, string> = {
  customers: 'פרטים',
  addresses: 'כתובות',
  consents: 'הסכמות',
  notes: 'הערה',
  approvals: 'בקשת אישור',
};
const fieldNames: Record<string, string> = {
  first_name: 'שם פרטי',
  last_name: 'שם משפחה',
  email: 'דוא״ל',
  email_verified_at: 'אימות הדוא״ל',
  phone: 'טלפון',
};

/** What staff, commands and jobs did with the account; what the customer did isn't logged. */
export function Events({ events }: { events: CustomerEvent[] }) {
  return (
    <Panel title="ציר זמן">
      {events.length === 0 && <p className="text-ink-3">אין שינויים מצד הצוות.</p>}
      <ol className="grid gap-2">
        {events.map(({ uuid, by, kind, tables, fields, created_at }) => (
          <li key={uuid}>
            <span>
              {tables.map((table) => tableNames[table] ?? table).join(', ')}
              {fields.length > 0 && `: ${fields.map((field) => fieldNames[field] ?? field).join(', ')}`}
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
