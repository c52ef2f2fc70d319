import { CircleCheck, CircleX, Clock } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { PayLink } from '#contract/checkout/payments.ts';
import { PAYING_TEXT } from '#domain/people/consent-texts.ts';
import { ButtonLink } from '#ui/button.tsx';
import { Price } from '#ui/price.tsx';
import { call } from '~/api.ts';
import { OrderNumber } from '~/features/order/order-number.tsx';
import { LinePicture } from '../../cart/line-picture.tsx';
import { VariantValues } from '../../cart/variant-values.tsx';
import { WalletNote } from '../../finance/wallets.tsx';
import { TermsText } from '../terms-text.tsx';
import { Until } from './hold-countdown.tsx';
import { PayButton } from './pay-button.tsx';
import { PaymentView, usePaymentView } from './payment-view.tsx';
import { usePaymentWatch } from './use-payment-watch.ts';

type Props = { link: PayLink; secret: string; store: string };

/** The page of a payment link: what is paid for, how much, and the gateway's frame; or why there is nothing to pay. */
export function PayByLink({ link: first, secret, store }: Props) {
  const [link, setLink] = useState(first);
  if (link.state !== 'to_pay') return <Ended link={link} arrived={link !== first} />;
  return (
    <div className="page grid max-w-3xl gap-8 py-10 md:py-16">
      <header className="grid gap-2 text-center">
        <p className="text-ink-3">
          הזמנה{' '}
          <bdi dir="ltr" className="tabular font-semibold">
            {link.order_number}
          </bdi>
        </p>
        <h1 className="text-3xl">
          תשלום ל<bdi>{store}</bdi>
        </h1>
      </header>
      <Bill link={link} />
      <Paying link={link} secret={secret} onLink={setLink} />
    </div>
  );
}

function labelOf({ held, paid, payment_method }: PayLink): string {
  if (paid > 0) return 'יתרה לתשלום';
  return held ? 'דמי שריון, נשמרים בכרטיס' : payment_method === 'deposit' ? 'דמי שריון לתשלום' : 'לתשלום';
}

function Bill({ link }: { link: PayLink }) {
  const rest = link.total - link.paid - link.amount;
  return (
    <section aria-label="מה משלמים" className="grid gap-4 rounded-lg bg-ground-2 p-6">
      <Goods lines={link.lines} />
      <p className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 border-t border-line pt-4">
        <span>{labelOf(link)}</span>
        <Price value={link.amount} className="text-2xl font-bold" />
      </p>
      {link.amount < link.total && (
        <p className="text-sm text-ink-2">
          מתוך <Price value={link.total} />.
          {link.paid > 0 && (
            <>
              {' '}
              <Price value={link.paid} /> כבר שולמו.
            </>
          )}
          {rest > 0 && link.payment_method === 'deposit' && ' את היתרה משלמים לפני המסירה.'}
        </p>
      )}
      {link.hold_until && (
        <p className="flex items-center gap-2 text-sm text-ink-2">
          <Clock aria-hidden className="size-4 shrink-0" />
          <span>
            אפשר לשלם <Until at={link.hold_until} />
          </span>
        </p>
      )}
    </section>
  );
}

const Goods = ({ lines }: Pick<PayLink, 'lines'>) => (
  <ul className="grid gap-4">
    {lines.map((line, i) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the lines of an order never move
      <li key={i} className="grid grid-cols-[7rem_1fr] items-center gap-4 sm:grid-cols-[10rem_1fr]">
        <LinePicture item={line} sizes="160px" onGrey className="w-full" />
        <div className="grid gap-1">
          <p className="font-semibold">
            <bdi>{line.name}</bdi>
          </p>
          <VariantValues types={line.types} />
          {line.quantity > 1 && <p className="text-sm text-ink-3">כמות: {line.quantity}</p>}
        </div>
      </li>
    ))}
  </ul>
);

function Paying({ link, secret, onLink }: { link: PayLink; secret: string; onLink: (link: PayLink) => void }) {
  const isDeclined = link.payment_status === 'failed';
  const { view, declined, busy, part, open, follow } = usePaymentView(null, isDeclined, getPage);

  async function getPage() {
    const { payment, ...now } = await call('POST /api/receipts/pay-by-payment-link', { body: { secret } });
    onLink(now);
    return payment;
  }

  usePaymentWatch(secret, check, (link, ...back) => {
    // A notice of cancellation ends no payment that has begun: its outcome is shown here.
    if (link.state !== 'cancelling' || view.name === 'closed') onLink(link);
    return follow(link.payment_status, ...back);
  });

  return (
    <section ref={part} tabIndex={-1} aria-label="תשלום" className="grid gap-4 focus:outline-none">
      <PaymentView view={view} declined={declined} onOpen={open} />
      {view.name === 'closed' && (
        <div className="grid justify-items-center gap-3 text-center">
          <PayButton amount={link.amount} payments={link.payments_count} busy={busy} onPay={open} />
          {link.payment_method === 'card' && link.payments_count === 1 && <WalletNote sum={link.amount} />}
          {link.asks_for_terms && (
            <p className="text-sm text-ink-2">
              <TermsText text={PAYING_TEXT} />
            </p>
          )}
        </div>
      )}
    </section>
  );
}

const check = (body: { secret: string; returned: boolean }, signal: AbortSignal) =>
  call('POST /api/receipts/check-payment-link', { body }, { signal });

type End = { icon: typeof Clock; look: string; title: string; text: ReactNode };

const ends: Record<Exclude<PayLink['state'], 'to_pay'>, End> = {
  paid: {
    icon: CircleCheck,
    look: 'text-success',
    title: 'התשלום התקבל',
    text: 'תודה. אישור נשלח למי שביצע את ההזמנה.',
  },
  review: {
    icon: Clock,
    look: 'text-warning',
    title: 'התשלום בבדיקה',
    text: 'קיבלנו דיווח על תשלום ואנחנו בודקים אותו. אין צורך לשלם שוב.',
  },
  expired: {
    icon: Clock,
    look: 'text-ink-3',
    title: 'תוקף הקישור פג',
    text: 'הזמן לתשלום עבר והפריטים שוחררו. לא חויבתם, ואפשר להזמין שוב או לבקש מאיתנו קישור חדש.',
  },
  cancelling: {
    icon: Clock,
    look: 'text-warning',
    title: 'ביטול ההזמנה בטיפול',
    text: 'קיבלנו הודעת ביטול של ההזמנה, ובינתיים אין צורך לשלם. רוצים להמשיך בהזמנה? פנו אלינו ונפתח את הקישור מחדש.',
  },
  cancelled: {
    icon: CircleX,
    look: 'text-ink-3',
    title: 'ההזמנה בוטלה',
    text: 'אין מה לשלם עליה. אם שולם עליה סכום, הוא יוחזר לאמצעי התשלום.',
  },
  refunded: { icon: CircleX, look: 'text-ink-3', title: 'התשלום הוחזר', text: 'הסכום הוחזר לאמצעי התשלום.' },
  returned: {
    icon: CircleX,
    look: 'text-ink-3',
    title: 'הפריטים הוחזרו',
    text: 'כל הפריטים בהזמנה הוחזרו, ואין מה לשלם עליה.',
  },
};

const authorisedEnd: End = {
  ...ends.paid,
  title: 'הסכום שמור בכרטיס',
  text: 'תודה. עוד לא חויבתם: מחייבים רק אחרי שמאשרים את ההזמנה. אישור נשלח למי שביצע אותה.',
};

const endOf = ({ state, payment_status }: PayLink): End =>
  state === 'paid' && payment_status === 'authorised' ? authorisedEnd : ends[state === 'to_pay' ? 'review' : state];

const sumOf = ({ state, payment_status }: PayLink): string =>
  state === 'refunded' ? 'הוחזר' : payment_status === 'authorised' ? 'נשמר בכרטיס' : 'שולם';

/** `arrived`: it came to this while the page was open, so that it is announced. */
function Ended({ link, arrived }: { link: PayLink; arrived: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (arrived) heading.current?.focus();
  }, [arrived]);
  const { icon: Icon, look, title, text } = endOf(link);
  return (
    <div className="page grid max-w-2xl justify-items-center gap-5 py-16 text-center md:py-24">
      <Icon aria-hidden className={`size-14 ${look}`} strokeWidth={1.5} />
      <h1 ref={heading} tabIndex={-1} className="text-3xl focus:outline-none">
        {title}
      </h1>
      <p className="text-lg text-ink-2">{text}</p>
      <OrderNumber>{link.order_number}</OrderNumber>
      {(link.state === 'paid' || link.state === 'refunded') && (
        <div className="grid w-full gap-4 rounded-lg bg-ground-2 p-6 text-start">
          <Goods lines={link.lines} />
          <p className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 border-t border-line pt-4">
            <span>{sumOf(link)}</span>
            <Price value={link.amount} className="text-2xl font-bold" />
          </p>
        </div>
      )}
      <div className="grid w-full gap-3 sm:flex sm:w-auto sm:justify-center">
        {['expired', 'cancelled', 'returned'].includes(link.state) && <ButtonLink to="/">להזמנה חדשה</ButtonLink>}
        {link.state === 'paid' && <ButtonLink to="/">לדף הבית</ButtonLink>}
        <ButtonLink to="/contact" variant="secondary">
          יצירת קשר
        </ButtonLink>
      </div>
    </div>
  );
}
