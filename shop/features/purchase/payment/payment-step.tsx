import { type ReactNode, type Ref, useEffect, useRef } from 'react';
import type { PaymentMethod } from '#contract/checkout/orders.ts';
import { instalmentsText, perPayment } from '#domain/money/instalments.ts';
import { tradeInCredit } from '#domain/money/trade-in-credit.ts';
import { type Wallet, walletNames } from '#domain/money/wallets.ts';
import { TRADE_IN_LABEL } from '#domain/people/trade-in-questions.ts';
import { Button } from '#ui/button.tsx';
import { SelectField } from '#ui/form/field.tsx';
import { classNames } from '#ui/hooks/class-names.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { Price } from '#ui/price.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { tradeInOfBasket } from '../../finance/chosen-trade-in.ts';
import { useWallets } from '../../finance/wallets.tsx';
import type { PurchaseBasket } from '../basket/purchase-basket.ts';
import { StepActions } from '../step-actions.tsx';
import { depositRule } from '../steps.ts';
import { fundingOf, requestedFunding } from './funding.ts';
import { MethodLine } from './method-line.tsx';
import { depositOf, methodOf, type PaymentOffer, paymentsOf, walletOf } from './payment-methods.ts';

type Props = { basket: PurchaseBasket; offer: PaymentOffer; onNext: () => void; summary: ReactNode };

/** Step 3: how it is to be paid. Nothing is charged here. */
export function PaymentStep({ basket, offer, onNext, summary }: Props) {
  const total = basket.quote?.total_order_price ?? 0;
  const chosenMethod = methodOf(basket, offer);
  const payments = paymentsOf(basket, offer);
  const deposit = depositOf(basket);
  const isHeld = basket.quote?.deposit_kind === 'hold';
  const funding = fundingOf(basket);
  const tradeIn = tradeInOfBasket(basket.quote?.cart ?? []);
  const credit = tradeIn ? tradeInCredit(tradeIn.low, tradeIn.piece, total) : 0;
  const most = offer.settings.max_payments;
  const wallet = walletOf(basket, offer);
  const choice = (method: PaymentMethod) => ({
    value: method,
    active: method === chosenMethod && wallet === null,
    onChoose: () =>
      basket.note({
        method,
        wallet: null,
        ...(method === 'instalments' && { payments: basket.choice.payments > 1 ? payments : most }),
      }),
  });

  // The button that was pressed goes with the extras; what it chose appears with the new sums.
  const deposited = useRef<HTMLInputElement>(null);
  const reserving = useRef(false);
  useEffect(() => {
    if (deposit === null || !reserving.current) return;
    reserving.current = false;
    deposited.current?.focus();
  }, [deposit]);
  function reserve() {
    reserving.current = true;
    basket.note({ method: 'deposit', wallet: null });
    void basket.change(({ lines }) => ({ lines: lines.slice(0, 1) }));
  }

  /**
   * What is marked is what is chosen from now on: also what nobody has pressed, and what stands for a way that fell
   * away.
   */
  function next() {
    basket.note({ method: chosenMethod, wallet });
    onNext();
  }

  return (
    <>
      <header className="grid gap-1">
        <h1 id="step-title" tabIndex={-1} className="text-2xl focus:outline-none">
          איך תרצו לשלם?
        </h1>
        <p className="text-ink-2">בשלב הזה לא מחייבים דבר. את פרטי הכרטיס מזינים בסוף, בדף המאובטח של חברת הסליקה.</p>
      </header>
      {summary}
      <section className="grid content-start gap-6">
        <fieldset className="grid gap-3">
          <legend className="sr-only">אמצעי תשלום</legend>
          <MethodLine basket={basket} offer={offer} />
          {credit > 0 && (
            <p className="rounded-md bg-ground-2 px-5 py-3 text-sm text-ink-2">
              {TRADE_IN_LABEL}: <Price value={credit} className="font-semibold" />. עד הבדיקה בסניף הסכומים הם לפני
              הזיכוי, ומה ששולם ביתר מוחזר אחריה.
            </p>
          )}
          <Method {...choice('card')} title="כרטיס אשראי, תשלום אחד" sum={<Price value={total} />} />
          <Wallets basket={basket} offer={offer} chosen={wallet} total={total} />
          {most > 1 && (
            <Method
              {...choice('instalments')}
              title={`עד ${most} תשלומים ללא ריבית`}
              sum={<PerMonth total={total} count={chosenMethod === 'instalments' ? payments : most} />}
            >
              <SelectField
                label="מספר תשלומים"
                required
                className="max-w-xs"
                value={payments}
                onChange={(event) => basket.note({ payments: Number(event.target.value) })}
              >
                {Array.from({ length: most - 1 }, (_, i) => i + 2).map((count) => (
                  <option key={count} value={count}>
                    {instalmentsText(total, count)}
                  </option>
                ))}
              </SelectField>
              {!perPayment(total, payments).exact && (
                <p>
                  חברת האשראי מחלקת את הסכום, והתשלום הראשון יכול להיות שונה מעט מהאחרים. ביחד משלמים בדיוק{' '}
                  <Price value={total} className="font-semibold" />.
                </p>
              )}
            </Method>
          )}
          {deposit !== null && (
            <Method {...choice('deposit')} radio={deposited} title="דמי שריון" sum={<Price value={deposit} />}>
              <p>
                {isHeld ? 'בכרטיס נשמרת מסגרת של' : 'משלמים עכשיו'} <Price value={deposit} className="font-semibold" />,
                ואנחנו שומרים לכם את {offer.goods}.{' '}
                {isHeld && `את המסגרת מחייבים רק אחרי שמאשרים לכם את ${offer.goods}. `}
                {credit > 0 ? (
                  <RestWithCredit rest={total - deposit} credit={credit} />
                ) : (
                  <>
                    היתרה, <Price value={total - deposit} className="font-semibold" />, משולמת לפני המסירה.
                  </>
                )}
              </p>
            </Method>
          )}
          {deposit === null && offer.deposit !== null && basket.choice.upsells.length > 0 && (
            <div className="flex flex-wrap items-center justify-between gap-x-4">
              <p className="text-sm text-ink-2">{depositRule(offer.goods)}.</p>
              <Button variant="quiet" size="sm" className="-ms-4" onClick={reserve}>
                הסרת התוספות ובחירה בשריון
              </Button>
            </div>
          )}
          {funding === null && credit > 0 && <NoFunding basket={basket} />}
          {funding !== null && (
            <Method {...choice('financing')} title="בקשת מימון" sum="ללא תשלום עכשיו">
              <FundingChoice basket={basket} />
            </Method>
          )}
        </fieldset>
        <StepActions
          basket={basket}
          label="המשך לפרטים"
          onNext={next}
          disabled={!basket.quote}
          deposit={chosenMethod === 'deposit' ? deposit : null}
        />
      </section>
    </>
  );
}

function PerMonth({ total, count }: { total: number; count: number }) {
  const { sum, exact } = perPayment(total, count);
  return (
    <>
      <span className="text-sm font-normal text-ink-3">{count} × </span>
      {!exact && 'כ־'}
      <Price value={sum} />
    </>
  );
}

type WalletsProps = { basket: PurchaseBasket; offer: PaymentOffer; chosen: Wallet | null; total: number };

function Wallets({ basket, offer: { settings }, chosen, total }: WalletsProps) {
  const wallets = useWallets(settings.wallets, total);
  return wallets.map((wallet) => {
    const name = <bdi>{walletNames[wallet]}</bdi>;
    return (
      <Method
        key={wallet}
        value={wallet}
        active={wallet === chosen}
        onChoose={() => basket.note({ method: 'card', wallet })}
        title={name}
        sum={<Price value={total} />}
      >
        <p>
          {settings.opens_on.includes(wallet) ? (
            <>דף התשלום המאובטח נפתח על {name}, ושם מאשרים את התשלום.</>
          ) : (
            <>בדף התשלום המאובטח בוחרים ב־{name}.</>
          )}{' '}
          משלמים הכול בבת אחת: תשלומים ודמי שריון הם בכרטיס אשראי.
        </p>
      </Method>
    );
  });
}

type MethodProps = {
  value: string;
  active: boolean;
  onChoose: () => void;
  radio?: Ref<HTMLInputElement>;
  title: ReactNode;
  sum: ReactNode;
  children?: ReactNode;
};

/** One way to pay; what there is to say or choose about it opens with it. */
function Method({ value, active, onChoose, radio, title, sum, children }: MethodProps) {
  return (
    <div
      className={classNames(
        'rounded-lg transition-shadow',
        active
          ? 'bg-ground-2 shadow-[inset_0_0_0_2px_var(--ink)]'
          : 'shadow-[inset_0_0_0_1px_var(--line)] hover:shadow-[inset_0_0_0_1px_var(--line-strong)]',
      )}
    >
      <label className="flex min-h-16 items-center gap-4 px-5 py-3">
        <input
          ref={radio}
          type="radio"
          name="payment-method"
          value={value}
          checked={active}
          onChange={onChoose}
          className="size-5 shrink-0 accent-ink"
        />
        <span className="grow font-semibold">{title}</span>
        <span className="shrink-0 text-end font-bold">{sum}</span>
      </label>
      {active && children && <div className="grid gap-3 px-5 pb-5 text-sm text-ink-2 sm:ps-14">{children}</div>}
    </div>
  );
}

/**
 * What a deposit leaves, before the used vehicle's credit and after it: paid is whatever the inspection leaves.
 * Shekels.
 */
function RestWithCredit({ rest, credit }: { rest: number; credit: number }) {
  const after = rest - credit;
  return (
    <>
      היתרה לפני הזיכוי: <Price value={rest} className="font-semibold" />. אם הבדיקה תאשר את ההערכה,{' '}
      {after > 0 ? (
        <>
          היתרה לתשלום לפני המסירה תהיה <Price value={after} className="font-semibold" />.
        </>
      ) : (
        'לא תישאר יתרה לתשלום'
      )}
      {after < 0 && (
        <>
          , ומדמי השריון יוחזרו <Price value={-after} className="font-semibold" />
        </>
      )}
      {after <= 0 && '.'}
    </>
  );
}

const Calculator = lazyPart(() => import('../../finance/calculator.tsx'), <Skeleton className="h-96" />);

/** Why there is no financing: the calculator says it where what the used vehicle leaves is too little to lend. */
const NoFunding = ({ basket: { quote } }: { basket: PurchaseBasket }) => (
  <Explained
    plans={quote?.finance_plans ?? []}
    price={quote?.total_order_price ?? 0}
    requested={{}}
    tradeIn={tradeInOfBasket(quote?.cart ?? [])}
    onRequest={() => {}}
  />
);
const Explained = lazyPart(() => import('../../finance/calculator.tsx'));

/** The calculator of a product's page, over the sum of the whole purchase. */
function FundingChoice({ basket }: { basket: PurchaseBasket }) {
  return (
    <>
      <p>ההזמנה נשמרת ואין חיוב עכשיו. נציג מטעמנו חוזר אליכם עם ההצעה לפי התנאים שתקבעו כאן.</p>
      <Calculator
        plans={basket.quote?.finance_plans ?? []}
        price={basket.quote?.total_order_price ?? 0}
        requested={requestedFunding(basket) ?? {}}
        tradeIn={tradeInOfBasket(basket.quote?.cart ?? [])}
        onRequest={(funding) => basket.note({ funding })}
      />
    </>
  );
}
