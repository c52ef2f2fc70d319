import { Mail, MessageCircle, Phone as PhoneIcon } from 'lucide-react';
import { Link } from 'react-router';
import { isOver, type OrderStatus } from '#domain/orders/states.ts';
import { answerChannelNames, leadKindNames, leadSourceNames, leadStateNames } from '#domain/people/lead-states.ts';
import { answerByMail, assign, close, noteAnswer, reopen } from '#server/office/leads/handle-lead.ts';
import { type LeadAnswer, type LeadPage, readLead } from '#server/office/leads/read-lead.ts';
import { ButtonLink } from '#ui/button.tsx';
import { TextField } from '#ui/form/field.tsx';
import { ActionForm } from '../../components/action-form.tsx';
import { ActionDialog } from '../../components/dialogs/action-dialog.tsx';
import { OwnerForm } from '../../components/fields/owner-form.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { Badge, Facts, Panel } from '../../components/panel.tsx';
import { Moment, Phone, QuoteFacts } from '../../components/shown-values.tsx';
import { act, load } from '../../load.ts';
import type { Route } from './+types/lead.ts';
import { AnswerPanel } from './answer-panel.tsx';
import { callbackOf, leadTones, Wait } from './lead-cells.tsx';

export const loader = load((ctx, { params }: Route.LoaderArgs) => readLead(ctx, { lead: params.lead }));

export const action = act(
  { mail: answerByMail, note: noteAnswer, assign, close, reopen },
  {
    says: {
      mail: 'התשובה נשלחת',
      note: 'התשובה נרשמה',
      assign: 'האחראי עודכן',
      close: 'הפנייה נסגרה',
      reopen: 'הפנייה נפתחה שוב',
    },
  },
);

const nameOf = (names: Record<string, string>, key: string): string => names[key] ?? key;

export default function Lead({ loaderData: { lead, answers, people, may, me } }: Route.ComponentProps) {
  const { state } = lead;
  const isOpen = state !== 'closed' && state !== 'converted';
  const hasEnded = state === 'converted' && lead.order_status !== null && isOver(lead.order_status);
  return (
    <>
      <PageHead
        title={lead.name}
        back={{ to: '/leads', label: 'פניות' }}
        badges={<Badge tone={leadTones[state]}>{leadStateNames[state]}</Badge>}
        actions={
          <>
            {may.convert && isOpen && lead.kind !== 'cancellation' && (
              <ButtonLink to={`/orders/new?lead=${lead.uuid}`} size="sm">
                יצירת הזמנה
              </ButtonLink>
            )}
            {may.answer && (state === 'closed' || hasEnded) && <ActionForm call="reopen" submit="פתיחה מחדש" />}
            {may.answer && isOpen && (
              <ActionDialog label="סגירה" title="סגירת הפנייה" call="close" submit="סגירת הפנייה">
                <TextField label="למה" name="reason" maxLength={300} />
              </ActionDialog>
            )}
          </>
        }
      />
      <div className="grid items-start gap-4 xl:@min-[40rem]:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="grid gap-4">
          <Asked lead={lead} />
          {may.answer && <AnswerPanel key={lead.uuid} lead={lead} newest={answers[0]?.uuid} />}
          <Answers answers={answers} />
        </div>
        <div className="grid gap-4">
          <Person lead={lead} may={may} />
          <Handling lead={lead} people={people} mayAssign={may.assign} me={me} />
          {lead.finance_quote && <Finance quote={lead.finance_quote} />}
          <Consent lead={lead} />
        </div>
      </div>
    </>
  );
}

function Asked({ lead }: { lead: LeadPage }) {
  const about = lead.product ?? lead.model;
  return (
    <Panel title={nameOf(leadKindNames, lead.kind)}>
      {lead.message ? (
        <p dir="auto" className="whitespace-pre-wrap">
          {lead.message}
        </p>
      ) : (
        <p className="text-ink-3">בלי הודעה</p>
      )}
      <Facts
        facts={[
          [
            'דגם',
            about &&
              (lead.product_url ? (
                <a href={lead.product_url} className="text-action-ink underline" target="_blank" rel="noreferrer">
                  <bdi>{about}</bdi>
                </a>
              ) : (
                <bdi>{about}</bdi>
              )),
          ],
          ['הרכבה', lead.configuration && <Configuration {...lead.configuration} />],
          ['מספר פנייה', lead.number && <bdi key="number">{lead.number}</bdi>],
          ['התקבלה', <Moment key="at" at={lead.created_at} />],
          ['להתקשר', callbackOf(lead)],
          ['מקור', nameOf(leadSourceNames, lead.source)],
          ['חנות', lead.store],
        ]}
      />
    </Panel>
  );
}

/** What the shopper had put together, and the way to it as it is now. */
function Configuration({ code, choices, url }: NonNullable<LeadPage['configuration']>) {
  return (
    <>
      {url ? (
        <a href={url} className="text-action-ink underline" target="_blank" rel="noreferrer">
          <bdi>{code}</bdi>
        </a>
      ) : (
        <bdi>{code}</bdi>
      )}
      <ul>
        {choices.map((choice) => (
          <li key={choice}>
            <bdi>{choice}</bdi>
          </li>
        ))}
      </ul>
    </>
  );
}

function Person({ lead, may }: { lead: LeadPage; may: Route.ComponentProps['loaderData']['may'] }) {
  return (
    <Panel title="מי פנה">
      <Facts
        facts={[
          ['שם', <bdi key="name">{lead.name}</bdi>],
          [
            'טלפון',
            <a key="phone" href={`tel:${lead.phone}`} className="text-action-ink underline">
              <Phone e164={lead.phone} />
            </a>,
          ],
          ['דוא״ל', lead.email && <bdi className="break-all">{lead.email}</bdi>],
          [
            'לקוח',
            lead.customer_uid && may.customers && (
              <Link to={`/customers/${lead.customer_uid}`} className="text-action-ink underline">
                כרטיס הלקוח
              </Link>
            ),
          ],
          [
            'הזמנה',
            lead.order_number &&
              (may.orders ? (
                <Link to={`/orders/${lead.order_uid}`} className="text-action-ink underline">
                  <bdi>{lead.order_number}</bdi>
                </Link>
              ) : (
                <bdi>{lead.order_number}</bdi>
              )),
          ],
        ]}
      />
    </Panel>
  );
}

type HandlingProps = { lead: LeadPage; people: { uuid: string; name: string }[]; mayAssign: boolean; me: string };

/** Why a notice of cancellation was closed without anybody's doing. */
const endings: Partial<Record<OrderStatus, string>> = {
  cancelled: 'ההזמנה בוטלה',
  refunded: 'ההזמנה בוטלה והכסף הוחזר',
};

function Handling({ lead, people, mayAssign, me }: HandlingProps) {
  const minutes = minutesBetween(lead.created_at, lead.first_answered_at);
  return (
    <Panel title="טיפול">
      <Facts
        facts={[
          ['אחראי', lead.owner ?? 'אין'],
          ['עד למענה', lead.first_answered_at && <Wait key="wait" minutes={minutes} answered />],
          ['נסגרה', lead.closed_at && <Moment key="closed" at={lead.closed_at} />],
          ['למה', lead.closed_at && lead.kind === 'cancellation' && lead.order_status && endings[lead.order_status]],
        ]}
      />
      {mayAssign && (
        <OwnerForm label="אחראי על הפנייה" owner={lead.owner_uid} ownerName={lead.owner} people={people} me={me} />
      )}
    </Panel>
  );
}

const minutesBetween = (from: Date | string, to: Date | string | null): number | null =>
  to === null ? null : Math.round((new Date(to).getTime() - new Date(from).getTime()) / 60_000);

const Finance = ({ quote }: { quote: NonNullable<LeadPage['finance_quote']> }) => (
  <Panel title="המימון שחושב באתר">
    <QuoteFacts quote={quote} />
  </Panel>
);

function Consent({ lead }: { lead: LeadPage }) {
  return (
    <Panel title="דיוור">
      {lead.marketing_consent ? (
        <>
          <p>אושר בעת הפנייה:</p>
          <p dir="auto" className="text-sm text-ink-3">
            {lead.consent_text}
          </p>
          {lead.consent_withdrawn && <p>ההסכמה הוסרה מאז באזור האישי: אין לשלוח פרסומות.</p>}
        </>
      ) : (
        <p>לא אושר. אפשר לענות לפנייה, אבל לא לשלוח פרסומות.</p>
      )}
    </Panel>
  );
}

const icons = { email: Mail, phone: PhoneIcon, whatsapp: MessageCircle };

function Answers({ answers }: { answers: LeadAnswer[] }) {
  return (
    <Panel title="תשובות">
      {answers.length === 0 && <p className="text-ink-3">עוד לא ענינו.</p>}
      <ol className="grid gap-4">
        {answers.map(({ uuid, by, channel, text, created_at, sent_at, gave_up_at }) => {
          const Icon = icons[channel];
          return (
            <li key={uuid} className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3">
              <Icon aria-hidden className="mt-1 size-4.5 text-ink-3" />
              <div className="grid gap-1">
                <p className="flex flex-wrap items-center gap-x-2 text-sm text-ink-3">
                  <span>
                    {answerChannelNames[channel]} · <bdi>{by}</bdi> · <Moment at={created_at} />
                  </span>
                  {channel === 'email' && !sent_at && (
                    <Badge tone={gave_up_at ? 'bad' : 'wait'}>{gave_up_at ? 'לא נשלחה' : 'בדרך'}</Badge>
                  )}
                </p>
                <p dir="auto" className="whitespace-pre-wrap">
                  {text}
                </p>
              </div>
            </li>
          );
        })}
      </ol>
    </Panel>
  );
}
