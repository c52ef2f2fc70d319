import { Check } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { formatPhone } from '#domain/people/phone.ts';
import { calculateOrder, createOrder, prepareOrder } from '#server/office/editing/create-order.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { CopyLink } from '../../../components/copy-link.tsx';
import { PageHead } from '../../../components/page-head.tsx';
import { Facts, Panel } from '../../../components/panel.tsx';
import { PlainField } from '../../../components/plain-field.tsx';
import { RefusedReply } from '../../../components/refused-reply.tsx';
import { LimitHint, Money, Phone } from '../../../components/texts.tsx';
import { useCall } from '../../../components/use-call.ts';
import { type ActionReply, act, load, queryOf } from '../../../load.ts';
import type { Route } from './+types/new.ts';
import { type DraftLine, draftLineOf, LineEditor } from './line-editor.tsx';

type Offer = Awaited<ReturnType<typeof calculateOrder>>;
type Created = Awaited<ReturnType<typeof createOrder>>;

export const loader = load((ctx, { request }: Route.LoaderArgs) => prepareOrder(ctx, queryOf(request)));
export const action = act({ calculate: calculateOrder, create: createOrder }, { says: { create: 'ההזמנה נוצרה' } });

/** An order or a quote that staff make for a customer: first what it costs, then how it is delivered, then the link. */
export default function NewOrder({ loaderData: { stores, person, line, key: read } }: Route.ComponentProps) {
  // The form's, though each sum reads the page anew: an order whose answer was lost isn't made once more.
  const [key] = useState(read);
  const [store, setStore] = useState(person?.store ?? stores[0]?.uuid ?? '');
  const [search] = useSearchParams();
  const [lines, setLines] = useState<DraftLine[]>(() => (line ? [startingLine(line)] : []));
  const [offer, setOffer] = useState<Offer | null>(null);
  // The sum is of other lines or another discount.
  const [isStale, setStale] = useState(false);
  const turn = useRef(0);
  const askedAt = useRef(0);
  const [discount, setDiscount] = useState(0);
  const { mayDiscount = false, discountLimitBp: limit = null } = stores.find(({ uuid }) => uuid === store) ?? {};
  const waits = limit !== null && discount * 100 > limit;
  const form = useRef<HTMLFormElement>(null);
  const error = useRef<HTMLDivElement>(null);
  const sum = useCall();
  const create = useCall();
  const created = create.data?.ok ? (create.data.result as Created | undefined) : undefined;
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
    if (!create.data || create.data.ok) return;
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
  if (create.data?.ok) return <Done created={created} message={create.data.message ?? ''} />;
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
          מעל <bdi>{limit / 100}%</bdi> תידרש הסכמה של אדם נוסף
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

const startingLine = ({
  configuration,
  ...found
}: NonNullable<Route.ComponentProps['loaderData']['line']>): DraftLine => ({
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
        // A hidden field that is wrong would keep the form from being sent, and nobody would see why.
        disabled={hidden}
      />
      <label className="flex min-h-11 items-center gap-3">
        <input type="checkbox" name="send" value="true" defaultChecked className="size-5 accent-action-ink" />
        שליחת הקישור בדוא״ל ובמסרון
      </label>
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
      className="office-field"
    >
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  </label>
);

const kinds = { order: 'ההזמנה', quote: 'הצעת המחיר' };
const channels: Record<string, string> = { email: 'בדוא״ל', sms: 'במסרון' };

/** What came of it: whether the link went out, to whom and by what way, and the link itself. */
function Done({ created, message }: { created: Created | undefined; message: string }) {
  const heading = useRef<HTMLDivElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div ref={heading} tabIndex={-1} className="outline-none">
      <PageHead
        title={created ? `${kinds[created.kind]} ${created.number} נוצרה` : message}
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
