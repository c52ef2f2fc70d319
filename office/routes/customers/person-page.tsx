import { Link } from 'react-router';
import { orderStateNames } from '#domain/orders/states.ts';
import { leadKindNames, leadStateNames } from '#domain/people/lead-states.ts';
import type { readCustomer } from '#server/office/customers/read-customer.ts';
import { TextArea, TextField } from '#ui/form/field.tsx';
import { ActionDialog } from '../../components/dialogs/action-dialog.tsx';
import { EditedFields } from '../../components/edited-fields.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { Badge, Panel } from '../../components/panel.tsx';
import { Moment, Money, orderTones, PaymentBadges, Phone } from '../../components/shown-values.tsx';
import { StoredForm } from '../../components/stored-form.tsx';
import type { ActionReply } from '../../load.ts';
import { serviceNames } from '../bookings/dialogs.tsx';
import { leadTones } from '../leads/lead-cells.tsx';
import { Events, Messages } from './history.tsx';

type Data = Awaited<ReturnType<typeof readCustomer>>;

/**
 * A person of a store, with an account or as a guest: who it is, what they ordered and asked for, and what staff noted.
 */
export function PersonPage({ data }: { data: Data }) {
  const { customer, hasAccount, may } = data;
  const name = [customer.first_name, customer.last_name].filter(Boolean).join(' ');
  const living = customer.erased_at === null;
  return (
    <>
      <PageHead
        title={living ? name || 'לקוח ללא שם' : 'לקוח שנמחק'}
        back={{ to: '/customers', label: 'לקוחות' }}
        badges={
          <>
            {!hasAccount && <Badge>בלי חשבון</Badge>}
            {!living && <Badge>נמחק</Badge>}
            {living && customer.erasure_waits && <Badge tone="wait">מחיקה מחכה לאישור</Badge>}
          </>
        }
        actions={living && <Actions data={data} name={name} />}
      />
      <Details data={data} />
      <div className="grid items-start gap-4 lg:@min-[40rem]:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="grid gap-4">
          <Orders orders={data.orders} />
          <Leads leads={data.leads} />
          <Visits visits={data.visits} />
          <Nothing data={data} />
        </div>
        <div className="grid gap-4">
          <Notes key={customer.uuid} notes={data.notes} mayWrite={may.note && living} />
          <Messages messages={data.messages ?? []} />
          <Consents consents={data.consents} />
          {hasAccount && <Events events={data.events} />}
        </div>
      </div>
    </>
  );
}

/** Across the page: how the person is reached, and what they keep in the account. */
function Details({ data: { customer, hasAccount, addresses, garage } }: { data: Data }) {
  const { phone, email, email_verified_at, erased_at } = customer;
  const facts: [label: string, value: React.ReactNode][] = [
    [
      'טלפון',
      phone && (
        <a href={`tel:${phone}`} className="text-action-ink underline">
          <Phone e164={phone} />
        </a>
      ),
    ],
    [
      'דוא״ל',
      email && (
        <>
          <a href={`mailto:${email}`} className="break-all text-action-ink underline">
            <bdi>{email}</bdi>
          </a>{' '}
          {hasAccount && <span className="text-xs text-ink-3">{email_verified_at ? 'אומת' : 'לא אומת'}</span>}
        </>
      ),
    ],
    ['חנות', customer.store],
    ['לקוח מאז', <Moment key="since" at={customer.created_at} />],
    ['נמחק', erased_at && <Moment key="erased" at={erased_at} />],
    [
      'כתובות',
      addresses.length > 0 &&
        addresses.map(({ uuid, city, street, house }) => (
          <div key={uuid}>
            <bdi>{[`${street} ${house}`.trim(), city].filter(Boolean).join(', ')}</bdi>
          </div>
        )),
    ],
    [
      'מוסך',
      garage.length > 0 &&
        garage.map((vehicle) => (
          <div key={vehicle.uuid}>
            <bdi>{[vehicle.name, vehicle.year].filter(Boolean).join(', ')}</bdi>
          </div>
        )),
    ],
  ];
  return (
    <dl className="panel mb-4 grid grid-cols-[repeat(auto-fit,minmax(12rem,1fr))] gap-x-6 gap-y-3 p-4">
      {facts
        .filter(([, value]) => value)
        .map(([label, value]) => (
          <div key={label} className="min-w-0">
            <dt className="text-xs text-ink-3">{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}

/** What there is none of, in one line instead of empty boxes. */
function Nothing({ data: { orders, leads, visits, messages, consents } }: { data: Data }) {
  const missing = [
    orders?.length === 0 && 'הזמנות',
    leads?.length === 0 && 'פניות',
    visits?.length === 0 && 'תורים',
    messages?.length === 0 && 'הודעות',
    consents.length === 0 && 'הסכמה לדיוור',
  ].filter((name) => typeof name === 'string');
  return missing.length > 0 && <p className="panel p-4 text-ink-3">{listedWithout(missing)}.</p>;
}

/** `אין א, אין ב ואין ג`: with each its own word, or "no inquiries, consent" reads as a consent. */
function listedWithout(names: string[]): string {
  const parts = names.map((name) => `אין ${name}`);
  return parts.length < 2 ? parts.join() : `${parts.slice(0, -1).join(', ')} ו${parts.at(-1)}`;
}

/** What the call has answered, as a file. A repeat of the form has nothing to give. */
function download({ result }: ActionReply, name: string) {
  if (!result) return;
  const url = URL.createObjectURL(new Blob([JSON.stringify(result, null, 2)], { type: 'application/json' }));
  Object.assign(document.createElement('a'), { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url));
}

function Actions({ data: { customer, hasAccount, may }, name }: { data: Data; name: string }) {
  const { first_name, last_name, email } = customer;
  return (
    <>
      {may.edit && (
        <ActionDialog label="עריכה" title="עריכת פרטי הלקוח" call="edit" submit="שמירה">
          <EditedFields
            fields={[
              { name: 'firstName', label: 'שם פרטי' },
              { name: 'lastName', label: 'שם משפחה' },
              { name: 'email', label: 'דוא״ל', type: 'email' },
            ]}
            values={{ firstName: first_name, lastName: last_name, email: email ?? '' }}
          />
        </ActionDialog>
      )}
      {may.export && (
        <ActionDialog
          label="ייצוא המידע"
          call="export"
          submit="הורדת הקובץ"
          onReply={(reply) => download(reply, `customer-${customer.uuid.slice(0, 8)}.json`)}
        >
          <p>
            קובץ עם כל מה שהחנות שומרת על <bdi className="font-semibold">{name || 'הלקוח'}</bdi>, כולל מסמכים שהועלו.
            ההורדה נרשמת ביומן. אם עבר זמן מאז שהזדהיתם, תתבקשו להזדהות שוב.
          </p>
        </ActionDialog>
      )}
      {may.erase && !customer.erasure_waits && (
        <ActionDialog label="מחיקת הלקוח" call="erase" submit="בקשת מחיקה" danger>
          <p>
            למחוק את <bdi className="font-semibold">{name || 'הלקוח'}</bdi> מ{customer.store}? אדם נוסף עם הרשאה יצטרך
            לאשר. אחרי האישור אי אפשר לשחזר.
          </p>
          <p className="text-sm text-ink-3">
            נמחקים {hasAccount && 'החשבון, '}הפניות, התורים, ההערות והמסמכים שהועלו. הזמנות ששולמו וחשבוניות נשמרות כפי
            שהחוק מחייב.
          </p>
          <TextField label="סיבה" name="reason" required minLength={2} maxLength={300} hint="בלי פרטים אישיים" />
        </ActionDialog>
      )}
    </>
  );
}

function Orders({ orders }: { orders: Data['orders'] }) {
  if (!orders || orders.length === 0) return null;
  return (
    <Panel title="הזמנות">
      <ul className="grid gap-2">
        {orders.map(({ uuid, number, status, payment, rest_agorot, total_agorot, created_at }) => (
          <li key={uuid} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Link to={`/orders/${uuid}`} className="font-semibold text-action-ink underline">
              <bdi>{number}</bdi>
            </Link>
            <span className="text-sm text-ink-3">
              <Moment at={created_at} />
            </span>
            <Badge tone={orderTones[status]}>{orderStateNames[status]}</Badge>
            <PaymentBadges state={payment} rest={rest_agorot} />
            <span className="ms-auto">
              <Money agorot={total_agorot} />
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

const nameOf = (names: Record<string, string>, key: string): string => names[key] ?? key;

function Leads({ leads }: { leads: Data['leads'] }) {
  if (!leads || leads.length === 0) return null;
  return (
    <Panel title="פניות">
      <ul className="grid gap-2">
        {leads.map(({ uuid, kind, state, message, created_at }) => (
          <li key={uuid} className="grid gap-0.5">
            <p className="flex flex-wrap items-center gap-x-3">
              <Link to={`/leads/${uuid}`} className="font-semibold text-action-ink underline">
                {nameOf(leadKindNames, kind)}
              </Link>
              <span className="text-sm text-ink-3">
                <Moment at={created_at} />
              </span>
              <Badge tone={leadTones[state]}>{leadStateNames[state]}</Badge>
            </p>
            <bdi className="line-clamp-1 text-sm text-ink-3">{message}</bdi>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function Visits({ visits }: { visits: Data['visits'] }) {
  if (!visits || visits.length === 0) return null;
  return (
    <Panel title="תורים">
      <ul className="grid gap-2">
        {visits.map(({ uuid, service, branch, starts_at, cancelled_at, no_show_at }) => (
          <li key={uuid} className="flex flex-wrap items-center gap-x-3">
            <span className="font-semibold">
              <Moment at={starts_at} />
            </span>
            <span>
              {serviceNames[service]}, <bdi>{branch}</bdi>
            </span>
            {cancelled_at && <Badge>בוטל</Badge>}
            {no_show_at && <Badge tone="bad">לא הגיעו</Badge>}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function Consents({ consents }: { consents: Data['consents'] }) {
  if (consents.length === 0) return null;
  return (
    <Panel title="הסכמות">
      <ul className="grid gap-3">
        {consents.map(({ uuid, given, text, created_at }) => (
          <li key={uuid}>
            <p className="flex flex-wrap items-center gap-x-3">
              <Badge tone={given ? 'good' : 'neutral'}>{given ? 'דיוור: אושר' : 'דיוור: בוטל'}</Badge>
              <span className="text-sm text-ink-3">
                <Moment at={created_at} />
              </span>
            </p>
            <p className="text-sm text-ink-3">{text}</p>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function Notes({ notes, mayWrite }: { notes: Data['notes']; mayWrite: boolean }) {
  if (!mayWrite && notes.length === 0) return null;
  return (
    <Panel title="הערות">
      {mayWrite && (
        <StoredForm stored={notes[0]?.uuid ?? ''} call="note" submit="הוספת הערה">
          <TextArea label="הערה חדשה" name="text" required maxLength={2_000} rows={2} hint="הלקוח אינו רואה הערות" />
        </StoredForm>
      )}
      <ul className="grid gap-3">
        {notes.map(({ uuid, by, text, created_at }) => (
          <li key={uuid}>
            <p className="text-sm text-ink-3">
              <bdi>{by}</bdi> · <Moment at={created_at} />
            </p>
            <p dir="auto" className="whitespace-pre-wrap">
              {text}
            </p>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
