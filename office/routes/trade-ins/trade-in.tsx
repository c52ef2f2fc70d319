import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { tradeInFacts, tradeInKinds, tradeInName } from '#domain/people/trade-in-questions.ts';
import { assign, join, offer, refuseOffer } from '#server/office/trade-ins/handle-trade-in.ts';
import { readTradeIn, type TradeInPage } from '#server/office/trade-ins/read-trade-in.ts';
import { SelectField, TextArea, TextField } from '#ui/form/field.tsx';
import { ActionForm } from '../../components/action-form.tsx';
import { ActionDialog } from '../../components/dialogs/action-dialog.tsx';
import { OwnerForm } from '../../components/fields/owner-form.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { Facts, Panel, PhotosPanel } from '../../components/panel.tsx';
import { Moment, Phone } from '../../components/shown-values.tsx';
import { act, load } from '../../load.ts';
import type { Route } from './+types/trade-in.ts';
import { OfferRange, TradeInBadge } from './trade-in-cells.tsx';

export const loader = load((ctx, { params }: Route.LoaderArgs) => readTradeIn(ctx, { tradeIn: params.tradeIn }));

export const action = act(
  { offer, refuse: refuseOffer, assign, join },
  {
    says: {
      offer: 'ההצעה נשלחה ללקוח',
      refuse: 'ההצעה נדחתה, והלקוח קיבל הודעה',
      assign: 'האחראי עודכן',
      join: 'הטרייד־אין צורף להזמנה',
    },
  },
);

export default function TradeIn({ loaderData: { tradeIn, people, orders, may, me } }: Route.ComponentProps) {
  const { state, state_at } = tradeIn;
  const isOpen = ['waiting', 'offered', 'expired', 'refused'].includes(state);
  return (
    <>
      <PageHead
        title={<bdi>{tradeInName(tradeIn)}</bdi>}
        back={{ to: '/trade-ins', label: 'טרייד־אין' }}
        badges={<TradeInBadge state={state} />}
        actions={
          may.answer &&
          isOpen && (
            <>
              <ActionDialog
                key={`offer ${state_at}`}
                label={state === 'waiting' ? 'הצעה' : 'הצעה אחרת'}
                title="הצעה ללקוח"
                call="offer"
                submit="שליחת ההצעה"
                variant="primary"
              >
                <input type="hidden" name="seen" value={state_at} />
                <TextField label="סכום בשקלים" name="sum" required dir="ltr" inputMode="decimal" />
                <TextField label="בתוקף, ימים" name="days" required dir="ltr" inputMode="numeric" defaultValue="14" />
                <TextArea label="הסבר ללקוח" name="why" maxLength={500} rows={3} />
              </ActionDialog>
              {state !== 'refused' && (
                <ActionDialog
                  key={`refuse ${state_at}`}
                  label="דחייה"
                  title="לא להציע סכום"
                  call="refuse"
                  submit="דחייה"
                  danger
                >
                  <input type="hidden" name="seen" value={state_at} />
                  <TextArea label="למה" name="why" required maxLength={500} rows={3} hint="הלקוח מקבל את הסיבה." />
                </ActionDialog>
              )}
            </>
          )
        }
      />
      <div className="grid items-start gap-4 xl:@min-[40rem]:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="grid gap-4">
          <Vehicle tradeIn={tradeIn} />
          <PhotosPanel photos={tradeIn.photos} path={`/trade-ins/${tradeIn.uuid}/photos`} />
        </div>
        <div className="grid gap-4">
          <Offer tradeIn={tradeIn} mayOrders={may.orders} />
          {orders.length > 0 && may.confirm && (
            <Panel title="צירוף להזמנה">
              <ActionForm call="join" submit="צירוף" variant="secondary">
                <SelectField label="הזמנה פתוחה של הלקוח" name="order" required>
                  {orders.map(({ uuid, number, vehicle }) => (
                    <option key={uuid} value={uuid}>
                      {`${number} · ${vehicle}`}
                    </option>
                  ))}
                </SelectField>
              </ActionForm>
            </Panel>
          )}
          <Person tradeIn={tradeIn} mayCustomers={may.customers} />
          {may.answer && (
            <Panel title="טיפול">
              <OwnerForm label="אחראי" owner={tradeIn.owner_uid} ownerName={tradeIn.owner} people={people} me={me} />
            </Panel>
          )}
        </div>
      </div>
    </>
  );
}

function Vehicle({ tradeIn: { plate, registered, make, model, year, condition, remarks } }: { tradeIn: TradeInPage }) {
  return (
    <Panel title="הרכב">
      <Facts
        facts={[
          ['סוג', tradeInKinds[condition.kind].label],
          ['יצרן', <bdi key="make">{make}</bdi>],
          ['דגם', <bdi key="model">{model}</bdi>],
          ['שנה', <bdi key="year">{year}</bdi>],
          ['מקור הפרטים', registered ? 'מאגר משרד התחבורה' : 'הוקלדו על ידי הפונה'],
          ...tradeInFacts(condition, plate).map(({ name, value }): [string, ReactNode] => [
            name,
            <bdi key={name}>{value}</bdi>,
          ]),
        ]}
      />
      {remarks && (
        <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
          {remarks}
        </p>
      )}
    </Panel>
  );
}

function Offer({ tradeIn, mayOrders }: { tradeIn: TradeInPage; mayOrders: boolean }) {
  return (
    <Panel title="ההצעה">
      <Facts
        facts={[
          ['הצעה', <OfferRange key="offer" low={tradeIn.low} high={tradeIn.high} />],
          ['לפי הטבלה', <OfferRange key="table" low={tradeIn.table_low} high={tradeIn.table_high} />],
          ['בתוקף עד', tradeIn.expires_at && <Moment key="until" at={tradeIn.expires_at} />],
          ['נכתב ללקוח', tradeIn.reason && <bdi key="reason">{tradeIn.reason}</bdi>],
          [
            'הזמנה',
            tradeIn.order_number &&
              (mayOrders ? (
                <Link key="order" to={`/orders/${tradeIn.order_uid}`} className="text-action-ink underline">
                  <bdi>{tradeIn.order_number}</bdi>
                </Link>
              ) : (
                <bdi key="order">{tradeIn.order_number}</bdi>
              )),
          ],
          ['התקבלה', <Moment key="at" at={tradeIn.created_at} />],
        ]}
      />
      {tradeIn.state === 'ordered' && (
        <p className="text-sm text-ink-3">לאחר הבדיקה קובעים את השווי בדף ההזמנה, ומשם הוא הופך לזיכוי.</p>
      )}
    </Panel>
  );
}

function Person({ tradeIn, mayCustomers }: { tradeIn: TradeInPage; mayCustomers: boolean }) {
  return (
    <Panel title="מי פנה">
      <Facts
        facts={[
          ['שם', <bdi key="name">{tradeIn.name}</bdi>],
          [
            'טלפון',
            <a key="phone" href={`tel:${tradeIn.phone}`} className="text-action-ink underline">
              <Phone e164={tradeIn.phone} />
            </a>,
          ],
          ['הטלפון אומת', tradeIn.proved ? 'כן' : 'לא'],
          ['דוא״ל', tradeIn.email && <bdi className="break-all">{tradeIn.email}</bdi>],
          [
            'רוצה לקנות',
            tradeIn.product &&
              (tradeIn.product_url ? (
                <a href={tradeIn.product_url} className="text-action-ink underline" target="_blank" rel="noreferrer">
                  <bdi>{tradeIn.product}</bdi>
                </a>
              ) : (
                <bdi>{tradeIn.product}</bdi>
              )),
          ],
          ['חנות', tradeIn.store],
          [
            'לקוח',
            tradeIn.customer_uid && mayCustomers && (
              <Link to={`/customers/${tradeIn.customer_uid}`} className="text-action-ink underline">
                כרטיס הלקוח
              </Link>
            ),
          ],
        ]}
      />
    </Panel>
  );
}
