import { useEffect, useState } from 'react';
import { useNavigation, useSearchParams } from 'react-router';
import type { Product, Variant } from '#contract/catalogue/products.ts';
import { Button } from '#ui/button.tsx';
import { Price } from '#ui/price.tsx';
import { messageOf } from '~/api.ts';
import Calculator, { tooLittleToLend } from './calculator.tsx';
import { chooseTerms, useChosenTerms } from './chosen-terms.ts';
import { chooseTradeIn, useTradeIn } from './chosen-trade-in.ts';
import { FundingCheckbox } from './funding-checkbox.tsx';
import { offerOf, openPlans, type RequestedTerms, requestedTermsOf, termsOfQuote } from './offer.ts';
import { openQuote } from './open-quote.ts';
import { useKeptQuote } from './use-kept-quote.ts';

type Props = {
  product: Product;
  variant: Variant | undefined;
  /** The configuration on this page; its price is the financed one. */
  configured: { choices: string[]; variant: string; price: number } | null;
};

/**
 * The calculator on a vehicle's page. 'Funding' stores the offer and puts its uid into the URL, for purchase and
 * lead.
 */
export default function FinanceSection({ product, variant, configured }: Props) {
  const price = configured?.price ?? variant?.price;
  if (!variant || price == null || openPlans(product.finance_plans, price).length === 0) return null;
  return <Section {...{ product, variant, configured, price }} />;
}

function Section({ product, variant, configured, price }: Props & { variant: Variant; price: number }) {
  const [search, setSearch] = useSearchParams();
  const terms = useChosenTerms(product.id) ?? requestedTermsOf(search);
  // The one offer of this device is for one vehicle: what another one is to be exchanged for is offered here, too, and
  // counts once it is chosen.
  const used = useTradeIn();
  const isHere = used?.product === product.id;
  const requested = { ...terms, trade_in: terms.trade_in === true && isHere };
  const plans = product.finance_plans;
  const exchanged = used && variant.available ? { low: used.low, piece: price } : null;
  const tradeIn = isHere || !tooLittleToLend({ plans, price, tradeIn: exchanged }) ? exchanged : null;
  const [keepTries, setKeepTries] = useState(0);
  const [notice, setNotice] = useState('');
  const inAddress = search.get('quote');
  // A link with a stored quote reopens it at today's prices, unless the shopper has already changed the terms.
  const [linked, setLinked] = useState(inAddress);
  const [opened] = useState(configured);
  const [isOpened, setOpened] = useState(false);
  // Until it is opened, nothing says that it is wanted on the terms of this tab.
  const funded = terms.wanted === true && (linked === null || isOpened);
  const offer = offerOf(plans, price, requested, tradeIn);
  const keeping = useKeptQuote(funded, { product: product.id, variant: variant.id, configured }, offer, keepTries);
  const uid = keeping.name === 'kept' ? keeping.uid : null;
  const isLeaving = useNavigation().state !== 'idle';

  /** Why the server could not be asked for it; the address keeps it. */
  const [unread, setUnread] = useState('');
  const [tries, setTries] = useState(0);
  useEffect(() => {
    if (!linked) return;
    let unmounted = false;
    openQuote(linked).then(
      (openedQuote) => {
        if (unmounted) return;
        setUnread('');
        // The button that was pressed is gone.
        if (tries > 0) document.getElementById('finance-title')?.focus({ preventScroll: true });
        if (!openedQuote) {
          setLinked(null);
          setNotice('ההצעה שנשמרה כבר אינה בתוקף. אפשר לחשב מחדש.');
          return;
        }
        chooseTerms(product.id, { ...termsOfQuote(openedQuote.quote), wanted: true });
        setOpened(true);
        if (openedQuote.changed) setNotice('המחיר או תנאי המימון התעדכנו מאז שההצעה נשמרה. החישוב לפי התנאים של היום.');
      },
      (error) => !unmounted && setUnread(messageOf(error)),
    );
    return () => {
      unmounted = true;
    };
  }, [linked, product.id, tries]);

  // Purchase and lead use the uid in the URL, so it always matches the shown terms. Only a link's quote stays there
  // until its terms, as of today, are stored, or another configuration is chosen. A visitor on the way to another page
  // isn't called back by it.
  const opening = inAddress === linked && uid === null && keeping.name !== 'failed' && configured === opened;
  useEffect(() => {
    if (uid === inAddress || opening || isLeaving) return;
    setSearch((query) => withQuote(query, uid), { replace: true, preventScrollReset: true });
  }, [uid, inAddress, opening, isLeaving, setSearch]);

  function change(terms: RequestedTerms) {
    setLinked(null);
    if (terms.trade_in && used) chooseTradeIn({ ...used, product: product.id });
    chooseTerms(product.id, terms);
  }
  function choose(checked: boolean) {
    setLinked(null);
    chooseTerms(product.id, { ...terms, wanted: checked });
  }

  return (
    <section
      id="finance"
      tabIndex={-1}
      aria-labelledby="finance-title"
      className="bg-ground-2 py-4 focus:outline-none lg:py-16"
    >
      <div className="page grid grid-cols-[minmax(0,1fr)] gap-5 lg:gap-8">
        <div className="grid max-w-2xl gap-2">
          <h2 id="finance-title" tabIndex={-1} className="text-2xl focus:outline-none lg:text-3xl">
            מחשבון מימון
          </h2>
          {configured && offer && (
            <p className="font-semibold">
              החישוב לפי ההרכבה שבחרתם, <Price value={price} />
            </p>
          )}
          {offer && (
            <p className="text-lg text-ink-2 max-lg:hidden">
              קבעו מקדמה ומספר תשלומים, או החזר חודשי, וראו מיד את התמונה המלאה.
            </p>
          )}
        </div>
        {linked && unread && (
          <div
            role="status"
            className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md bg-warning-wash px-4 py-3"
          >
            <p className="font-medium text-warning">ההצעה שנשמרה לא נטענה. {unread}</p>
            <Button size="sm" variant="secondary" onClick={() => setTries(tries + 1)}>
              ניסיון נוסף
            </Button>
          </div>
        )}
        {notice && (
          <p role="status" className="rounded-md bg-warning-wash px-4 py-3 font-medium text-warning">
            {notice}
          </p>
        )}
        <form action="#finance" onSubmit={(event) => event.preventDefault()} className="grid gap-6 lg:gap-8">
          <input type="hidden" name="variant" value={variant.sku} />
          <Calculator {...{ plans, price, requested, tradeIn }} onRequest={change} folded>
            <noscript>
              <Button type="submit">חישוב</Button>
            </noscript>
            <FundingCheckbox
              {...{ keeping, funded }}
              onFunded={choose}
              onAgain={() => setKeepTries((times) => times + 1)}
              purchase={
                keeping.name === 'kept' && keeping.configuration
                  ? `/purchase?uid=${keeping.configuration}&quote=`
                  : variant.available && !configured
                    ? `/purchase?uid=${product.id}&variant=${encodeURIComponent(variant.sku)}&quote=`
                    : null
              }
            />
          </Calculator>
        </form>
      </div>
    </section>
  );
}

function withQuote(query: URLSearchParams, uid: string | null): URLSearchParams {
  const next = new URLSearchParams(query);
  if (uid) next.set('quote', uid);
  else next.delete('quote');
  return next;
}
