import type { TradeIn } from '#contract/leads/trade-ins.ts';
import { formatLongDate } from '#domain/text/format.ts';
import { Price } from '#ui/price.tsx';

const headings: Record<TradeIn['state'], string> = {
  waiting: 'נחזור אליכם עם הצעה',
  offered: 'ההצעה שלנו',
  expired: 'ההצעה פגה',
  ordered: 'הטרייד־אין בהזמנה',
  confirmed: 'נרשם זיכוי על הטרייד־אין',
  rejected: 'לא נרשם זיכוי על הטרייד־אין',
  refused: 'לא נוכל להציע סכום',
  withdrawn: 'ההצעה בוטלה',
};

/** Where the offer stands, and its sum while it means something. */
export function OfferState({ tradeIn: { state, offer, order, reason } }: { tradeIn: TradeIn }) {
  const credit = order?.credit ?? null;
  return (
    <div role="status">
      <h1 className="text-4xl font-black">{headings[state]}</h1>
      {offer && ['offered', 'ordered'].includes(state) && (
        <p className="mt-4 text-3xl font-bold">
          <Price value={offer.low} />
          {offer.high !== offer.low && (
            <>
              {' '}
              עד <Price value={offer.high} />
            </>
          )}
        </p>
      )}
      {credit !== null && (
        <p className="mt-4 text-3xl font-bold">
          <Price value={credit} />
        </p>
      )}
      <p className="mt-3 max-w-2xl text-lg text-ink-2">
        {state === 'waiting' && 'בדרך כלל בתוך יום עסקים. תמונות של הרכב יקצרו את הבדיקה.'}
        {state === 'offered' && offer && <>בכפוף לבדיקת הרכב בסניף. בתוקף עד {formatLongDate(offer.expires_at)}.</>}
        {state === 'expired' && 'אפשר לבקש הערכה חדשה. המחירים משתנים, ולכן גם ההצעה.'}
        {state === 'ordered' && (
          <>
            בהזמנה <OrderNumber number={order?.number} />, בכפוף לבדיקה. הביאו את הרכב לסניף לפני המסירה.
          </>
        )}
        {state === 'confirmed' && (
          <>
            הרכב נבדק, והזיכוי כלול בהזמנה <OrderNumber number={order?.number} />.
          </>
        )}
        {state === 'rejected' && (
          <>
            לאחר הבדיקה לא נרשם זיכוי. הזמנה <OrderNumber number={order?.number} /> נשארת במחיר המלא.
          </>
        )}
        {state === 'refused' && 'אפשר לפנות אלינו לפרטים.'}
        {state === 'withdrawn' && 'אפשר לבקש הערכה חדשה בכל עת.'}
      </p>
      {reason && (
        <p className="mt-3 text-ink-2">
          <bdi>{reason}</bdi>
        </p>
      )}
    </div>
  );
}

const OrderNumber = ({ number }: { number: string | undefined }) => <bdi dir="ltr">{number}</bdi>;
