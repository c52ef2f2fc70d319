import { type InputHTMLAttributes, type ReactNode, useEffect, useRef, useState } from 'react';
import { Link, useLocation, useSearchParams } from 'react-router';
import { toBasisPoints, toPercent } from '#domain/money/money.ts';
import { formatPhone } from '#domain/people/phone.ts';
import { calculateOrder, createOrder, prepareOrder } from '#server/office/editing/create-order.ts';
import { Button } from '#ui/button.tsx';
import { CheckboxField } from '#ui/form/field.tsx';
import { chosenStore } from '../../../chosen-store.ts';
import { PageHead } from '../../../components/page-head.tsx';
import { Facts, Panel } from '../../../components/panel.tsx';
import { RefusedReply } from '../../../components/refused-reply.tsx';
import { LimitHint, Money } from '../../../components/shown-values.tsx';
import { useUnsavedForm } from '../../../components/unsaved.tsx';
import { useCall } from '../../../components/use-call.ts';
import { type ActionReply, act, load, queryOf } from '../../../load.ts';
import type { Route } from './+types/new.ts';
import { type DraftLine, draftLineOf, LineEditor } from './line-editor.tsx';
import { type Made, OrderMade } from './order-made.tsx';
import { isPriced, type PricedVariant } from './variant-search.tsx';

type Offer = Awaited<ReturnType<typeof calculateOrder>>;

export const loader = load(async (ctx, { request }: Route.LoaderArgs) => {
  const start = await prepareOrder(ctx, queryOf(request));
  const { store } = await chosenStore(ctx, request, 'orders.create');
  return { ...start, store: start.person?.store ?? store };
});
export const action = act({ calculate: calculateOrder, create: createOrder }, { says: { create: 'ההזמנה נוצרה' } });

/** An order or a quote that staff make for a customer: first what it costs, then how it is delivered, then the link. */
export default function NewOrder({ loaderData }: Route.ComponentProps) {
  const { key } = useLocation();
  // The menu's link leads from what was made to an empty form, though both have this address.
  const [createdOrder, setCreatedOrder] = useState<Made & { at: string }>();
  if (createdOrder?.at === key) return <OrderMade {...createdOrder} />;
  return <OrderForm start={loaderData} onMade={(outcome) => setCreatedOrder({ ...outcome, at: key })} />;
}

type FormProps = { start: Route.ComponentProps['loaderData']; onMade: (made: Made) => void };

function OrderForm({ start: { stores, store: first, person, line, key: pageKey }, onMade }: FormProps) {
  // The form's, though each sum reads the page anew: an order whose answer was lost isn't made once more.
  const [key] = useState(pageKey);
  const [store, setStore] = useState(first);
  const [search] = useSearchParams();
  const [lines, setLines] = useState<DraftLine[]>(() => (line && isPriced(line) ? [startingLine(line)] : []));
  const [offer, setOffer] = useState<Offer | null>(null);
  // The sum is of other lines or another discount.
  const [isStale, setStale] = useState(false);
  const turn = useRef(0);
  const askedAt = useRef(0);
  const [discount, setDiscount] = useState(0);
  const { mayDiscount = false, discountLimitBp: limit = null } = stores.find(({ uuid }) => uuid === store) ?? {};
  const waits = limit !== null && toBasisPoints(discount) > limit;
  const form = useRef<HTMLFormElement>(null);
  const error = useRef<HTMLDivElement>(null);
  useUnsavedForm(form);
  const sum = useCall();
  const create = useCall();
  // Of the last press alone.
  const [refused, setRefused] = useState<ActionReply | null>(null);
  useEffect(() => {
    if (sum.data && !sum.data.ok) setRefused(sum.data);
    if (!sum.data?.ok || askedAt.current !== turn.current) return;
    setOffer(sum.data.result as Offer);
    setStale(false);
  }, [sum.data]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each reply
  useEffect(() => {
    if (!create.data) return;
    if (create.data.ok)
      return onMade({ created: create.data.result as Made['created'], message: create.data.message ?? '' });
    // The sum of today comes beside what was refused.
    if (create.data.code === 'CART_CHANGED') send(sum, 'calculate');
    setRefused(create.data);
  }, [create.data]);
  useEffect(() => {
    if (refused) error.current?.focus();
  }, [refused]);
  const isOffered = offer !== null && !isStale;
  const change = () => {
    turn.current += 1;
    setStale(true);
  };
  const send = (fetcher: typeof sum, call: string) => {
    if (!form.current) return;
    askedAt.current = turn.current;
    setRefused(null);
    const fields = new FormData(form.current);
    fields.set('_call', call);
    void fetcher.submit(fields, { method: 'post' });
  };
  return (
    <>
      <PageHead title="הזמנה חדשה ללקוח" back={{ to: '/orders', label: 'הזמנות' }} />
      <form
        ref={form}
        onSubmit={(event) => {
          event.preventDefault();
          if (isOffered) send(create, 'create');
          else send(sum, 'calculate');
        }}
        className="grid items-start gap-4 lg:@min-[40rem]:grid-cols-[minmax(0,1fr)_24rem]"
      >
        <input type="hidden" name="key" value={key} />
        <input type="hidden" name="totalAgorot" value={offer?.totalAgorot ?? ''} />
        {['lead', 'customer'].map((name) => (
          <input key={name} type="hidden" name={name} value={search.get(name) ?? ''} />
        ))}
        <div className="grid gap-4">
          <Panel title="פריטים">
            <Choice
              label="חנות"
              name="store"
              value={store}
              onChange={(value) => {
                setStore(value);
                setLines([]);
                change();
                setOffer(null);
              }}
              options={stores.map(({ uuid, name }) => ({ value: uuid, label: name }))}
            />
            {line?.isGuess && lines.some(({ variant }) => variant === line.uuid) && (
              <p className="text-sm text-ink-3">
                הפנייה נוקבת בדגם בלבד. זו הגרסה הראשונה שאפשר להזמין: ודאו שזו המבוקשת.
              </p>
            )}
            {line && !isPriced(line) && store === person?.store && <PriceFirst line={line} />}
            <div onChange={change}>
              <LineEditor
                store={store}
                lines={lines}
                onLines={(next) => {
                  setLines(next);
                  change();
                }}
                agreed={false}
              />
            </div>
            {mayDiscount && (
              <DiscountFields
                limit={limit}
                waits={waits}
                onPercent={(percent) => {
                  setDiscount(percent);
                  change();
                }}
              />
            )}
          </Panel>
          <CustomerFields person={person} />
        </div>
        <Panel title="סיכום">
          {refused && <RefusedReply ref={error} reply={refused} />}
          <div role="status" className="grid gap-3">
            {isOffered ? <Sums offer={offer} /> : <p className="text-ink-3">הוסיפו פריטים וחשבו את הסכום.</p>}
          </div>
          {offer && (
            <OfferFields key={store} offer={offer} hidden={isStale} onDelivery={() => send(sum, 'calculate')} />
          )}
          <div className="flex flex-wrap gap-2">
            {isOffered ? (
              <Button type="submit" size="sm" busy={create.state !== 'idle' || sum.state !== 'idle'}>
                {waits ? 'לשלוח לאישור' : 'יצירה'}
              </Button>
            ) : (
              <Button type="submit" size="sm" busy={sum.state !== 'idle'} disabled={lines.length === 0}>
                חישוב
              </Button>
            )}
          </div>
        </Panel>
      </form>
    </>
  );
}

type DiscountProps = { limit: number | null; waits: boolean; onPercent: (percent: number) => void };

/** Above the person's limit (basis points) the reason is required, and the order waits for another person. */
const DiscountFields = ({ limit, waits, onPercent }: DiscountProps) => (
  <div className="grid gap-3 sm:grid-cols-2">
    <PlainField
      label="הנחה מוסכמת, באחוזים"
      name="discount"
      type="number"
      dir="ltr"
      min={0}
      max={100}
      step="0.01"
      onChange={(event) => onPercent(Number(event.target.value))}
    />
    <PlainField
      label="סיבת ההנחה"
      name="reason"
      maxLength={300}
      autoComplete="off"
      {...(waits && { required: true, minLength: 3 })}
    />
    {limit !== null && (
      <div className="sm:col-span-2">
        <LimitHint waits={waits}>
          מעל <bdi>{toPercent(limit)}%</bdi> תידרש הסכמה של אדם נוסף
        </LimitHint>
      </div>
    )}
  </div>
);

const CustomerFields = ({ person }: { person: Route.ComponentProps['loaderData']['person'] }) => (
  <Panel title="לקוח">
    <div className="grid gap-3 sm:grid-cols-2">
      <PlainField label="שם פרטי" name="firstName" defaultValue={person?.firstName} maxLength={60} autoComplete="off" />
      <PlainField label="שם משפחה" name="lastName" defaultValue={person?.lastName} maxLength={60} autoComplete="off" />
      <PlainField
        label="טלפון"
        name="phone"
        type="tel"
        dir="ltr"
        defaultValue={person ? formatPhone(person.phone) : ''}
        maxLength={30}
        autoComplete="off"
      />
      <PlainField
        label="דוא״ל"
        name="email"
        type="email"
        dir="ltr"
        defaultValue={person?.email}
        maxLength={254}
        autoComplete="off"
      />
    </div>
  </Panel>
);

type LeadLine = NonNullable<Route.ComponentProps['loaderData']['line']>;

/** Where the shopper asked for a price: without one there is nothing to order. */
const PriceFirst = ({ line: { name, product } }: { line: LeadLine }) => (
  <p className="rounded-sm bg-warning-wash p-3 text-sm text-warning">
    הפנייה היא על <bdi dir="rtl">{name}</bdi>, שמחירו לפי פנייה. כדי להזמין אותו קבעו לו קודם מחיר,{' '}
    <Link to={`/products/${product}`} className="font-semibold underline">
      בדף המוצר
    </Link>
    .
  </p>
);

const startingLine = ({ configuration, ...found }: LeadLine & PricedVariant): DraftLine => ({
  ...draftLineOf(found),
  ...(configuration && { configuration }),
});

function Sums({ offer }: { offer: Offer }) {
  return (
    <>
      {offer.problems.map((problem) => (
        <p key={problem} className="text-danger">
          {problem}
        </p>
      ))}
      <Facts
        facts={[
          ['פריטים', <Money key="lines" agorot={offer.linesAgorot} />],
          ...offer.promotions.map(({ name, amountAgorot }): [string, ReactNode] => [
            name,
            <Money key={name} agorot={-amountAgorot} />,
          ]),
          ['הנחה מוסכמת', offer.agreedAgorot > 0 && <Money agorot={-offer.agreedAgorot} />],
          ['מסירה', offer.deliveryAgorot > 0 && <Money agorot={offer.deliveryAgorot} />],
          [
            'סה״כ',
            <strong key="total">
              <Money agorot={offer.totalAgorot} />
            </strong>,
          ],
        ]}
      />
    </>
  );
}

/** Asked once there is a sum. What is chosen stays while another sum is to be made. */
function OfferFields({ offer, hidden, onDelivery }: { offer: Offer; hidden: boolean; onDelivery: () => void }) {
  return (
    <div hidden={hidden} className="grid gap-3">
      <Delivery offer={offer} onDelivery={onDelivery} />
      <Choice
        label="סוג"
        name="kind"
        options={[
          { value: 'order', label: 'הזמנה לתשלום' },
          { value: 'quote', label: 'הצעת מחיר' },
        ]}
      />
      <PlainField
        label="ימי עסקים שבהם הפריטים שמורים"
        name="days"
        type="number"
        dir="ltr"
        min={1}
        max={30}
        defaultValue={3}
        // An invalid hidden field would keep the form from being sent without saying why.
        disabled={hidden}
      />
      <CheckboxField label="שליחת הקישור בדוא״ל ובמסרון" name="send" value="true" defaultChecked />
    </div>
  );
}

function Delivery({ offer, onDelivery }: { offer: Offer; onDelivery: () => void }) {
  const [chosen, setChosen] = useState('');
  const kind = offer.deliveries.find(({ uuid }) => uuid === chosen)?.kind;
  // Other goods may not be delivered so.
  const value = kind ? chosen : '';
  return (
    <>
      <Choice
        label="מסירה"
        name="delivery"
        value={value}
        onChange={(value) => {
          setChosen(value);
          // After the field has its new value.
          setTimeout(onDelivery);
        }}
        options={[
          { value: '', label: 'בחרו' },
          ...offer.deliveries.map(({ uuid, name }) => ({ value: uuid, label: name })),
        ]}
      />
      {kind && kind !== 'COURIER' && (
        <Choice
          label="סניף"
          name="branch"
          options={offer.branches.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
      {kind === 'COURIER' && (
        <div className="grid grid-cols-2 gap-3">
          <PlainField label="יישוב" name="city" maxLength={80} autoComplete="off" onBlur={onDelivery} />
          <PlainField label="רחוב" name="street" maxLength={120} autoComplete="off" />
          <PlainField label="בית" name="house" maxLength={20} autoComplete="off" />
        </div>
      )}
    </>
  );
}

/** `TextField` would call optional what is empty for a sum, and must be filled in before an order is made. */
const PlainField = ({ label, ...input }: InputHTMLAttributes<HTMLInputElement> & { label: string }) => (
  <label className="grid gap-1">
    <span className="text-sm font-medium text-ink-2">{label}</span>
    <input className="office-field min-h-12 rounded-md" {...input} />
  </label>
);

type ChoiceProps = {
  label: string;
  name: string;
  value?: string;
  onChange?: (value: string) => void;
  options: { value: string; label: string }[];
};

const Choice = ({ label, name, value, onChange, options }: ChoiceProps) => (
  <label className="grid gap-1">
    <span className="text-sm font-medium text-ink-2">{label}</span>
    <select
      name={name}
      value={value}
      onChange={onChange && ((event) => onChange(event.target.value))}
      className="office-field min-h-12 rounded-md"
    >
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  </label>
);
