import type { ReactNode } from 'react';
import type { MetaDescriptor } from 'react-router';
import type { Image } from '#contract/common.ts';
import { LOAN_WARNING } from '#domain/money/finance-texts.ts';
import { formatDate, isolateRuns } from '#domain/text/format.ts';
import { productPath } from '#domain/text/links.ts';
import { getSavedConfigurations, getSavedQuotes } from '#server/customers/account/saved-items.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Empty } from '#ui/empty.tsx';
import { passFocus } from '#ui/hooks/pass-focus.ts';
import { Picture } from '#ui/picture.tsx';
import { Price } from '#ui/price.tsx';
import { call } from '~/api.ts';
import { personalContext, privateHeaders } from '~/features/account/private-page.ts';
import { useChange } from '~/features/account/use-change.ts';
import { LineParts } from '~/features/cart/line-parts.tsx';
import { savedCodes, savedQuoteUids } from '~/features/favorites/account-lists.ts';
import { headOf } from '~/features/seo/head.ts';
import type { Route } from './+types/saved.ts';

export const meta = ({ loaderData }: Route.MetaArgs): MetaDescriptor[] => loaderData?.head ?? [];
export const headers = privateHeaders;

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = personalContext({ context, request });
  const [configurations, quotes] = await Promise.all([getSavedConfigurations(ctx), getSavedQuotes(ctx)]);
  return {
    configurations,
    quotes,
    head: headOf(ctx.store, { title: 'דגמים והצעות מימון ששמרתם', path: '/personal-area/saved', noindex: true }),
  };
}

export default function SavedPage({ loaderData: { configurations, quotes } }: Route.ComponentProps) {
  const { busy, change } = useChange();
  const forgetConfiguration = (code: string) =>
    change(
      code,
      async () => {
        await call('DELETE /customer/customers/delete-configuration/:code', { params: { code } });
        savedCodes.set(savedCodes.get().filter((one) => one !== code));
      },
      'ההרכבה הוסרה',
    );
  const forgetQuote = (id: string) =>
    change(
      id,
      async () => {
        await call('DELETE /customer/customers/delete-quote/:id', { params: { id } });
        savedQuoteUids.set(savedQuoteUids.get().filter((one) => one !== id));
      },
      'הצעת המימון הוסרה',
    );
  return (
    <>
      <h1 className="text-3xl font-black">דגמים והצעות מימון ששמרתם</h1>
      {configurations.length + quotes.length === 0 && (
        <Empty drawing="heart" title="עוד לא נשמר כאן דבר" action={<ButtonLink to="/category">לבחירת דגם</ButtonLink>}>
          דגם שהרכבתם או חישוב מימון ששמרתם בדף הדגם יחכו לכם כאן, תמיד במחיר העדכני.
        </Empty>
      )}
      <div className="mt-8 grid gap-12">
        {configurations.length > 0 && (
          <section aria-labelledby="configurations-title">
            <h2 id="configurations-title" className="mb-4 text-xl">
              הדגמים שהרכבתם
            </h2>
            <ul className="grid gap-4">
              {configurations.map(({ code, product, choices, price, gone, image, saved_at }) => (
                <Card
                  key={code}
                  image={image}
                  name={product.name}
                  note={<SavedOn at={saved_at} />}
                  actions={
                    <>
                      <ButtonLink
                        to={`${productPath(product.slug.name)}?config=${code}#configurator`}
                        variant="secondary"
                      >
                        פתיחה
                        <span className="sr-only">
                          {' '}
                          של ההרכבה <bdi>{product.name}</bdi>
                        </span>
                      </ButtonLink>
                      <Button variant="quiet" busy={busy.includes(code)} onClick={() => void forgetConfiguration(code)}>
                        הסרה
                        <span className="sr-only">
                          {' '}
                          של ההרכבה <bdi>{product.name}</bdi>
                        </span>
                      </Button>
                    </>
                  }
                >
                  <LineParts types={[]} choices={choices} price={price} />
                  {gone.length > 0 && (
                    <p className="text-sm text-warning">כבר לא זמין: {gone.map(isolateRuns).join(', ')}</p>
                  )}
                  {price === null ? (
                    <p className="text-sm text-warning">ההרכבה הזו כבר אינה אפשרית</p>
                  ) : (
                    <p>
                      <Price value={price} className="text-lg font-bold" />
                    </p>
                  )}
                </Card>
              ))}
            </ul>
          </section>
        )}
        {quotes.length > 0 && (
          <section aria-labelledby="quotes-title">
            <h2 id="quotes-title" className="mb-4 text-xl">
              הצעות מימון
            </h2>
            <ul className="grid gap-4">
              {quotes.map(({ uid, product, image, variant_sku, quote, kept, changed, valid_until }) => (
                <Card
                  key={uid}
                  image={image}
                  name={product?.name ?? 'סל קניות'}
                  note={
                    <>
                      שמורה עד <bdi dir="ltr">{formatDate(valid_until)}</bdi>
                    </>
                  }
                  actions={
                    <>
                      {product && quote && (
                        <ButtonLink
                          to={`${productPath(product.slug.name)}?${new URLSearchParams({ ...(variant_sku && { variant: variant_sku }), quote: uid })}#finance`}
                          variant="secondary"
                        >
                          פתיחה
                          <span className="sr-only">
                            {' '}
                            של הצעת המימון ל־<bdi>{product.name}</bdi>
                          </span>
                        </ButtonLink>
                      )}
                      <Button variant="quiet" busy={busy.includes(uid)} onClick={() => void forgetQuote(uid)}>
                        הסרה
                        <span className="sr-only">
                          {' '}
                          של הצעת המימון{' '}
                          {product ? (
                            <>
                              ל־<bdi>{product.name}</bdi>
                            </>
                          ) : (
                            'לסל הקניות'
                          )}
                        </span>
                      </Button>
                    </>
                  }
                >
                  <p>
                    <Price value={(quote ?? kept).monthly} className="text-lg font-bold" /> לחודש,{' '}
                    {(quote ?? kept).months} תשלומים
                  </p>
                  <p className="text-sm text-ink-2">
                    מקדמה <Price value={(quote ?? kept).down} /> · <bdi>{(quote ?? kept).plan.lender}</bdi>
                  </p>
                  {!quote && <p className="text-sm text-warning">ההצעה כבר אינה זמינה</p>}
                  {quote && changed && <p className="text-sm text-warning">המחיר או התנאים התעדכנו מאז שנשמרה</p>}
                </Card>
              ))}
            </ul>
            <p className="mt-4 text-xs text-ink-3">{LOAN_WARNING}.</p>
          </section>
        )}
      </div>
    </>
  );
}

const SavedOn = ({ at }: { at: string }) => (
  <>
    נשמר ב־<bdi dir="ltr">{formatDate(at)}</bdi>
  </>
);

type CardProps = { image: Image | null; name: string; note: ReactNode; actions: ReactNode; children: ReactNode };

const Card = ({ image, name, note, actions, children }: CardProps) => (
  <li ref={passFocus} className="flex flex-wrap items-center gap-5 rounded-lg bg-ground-2 p-5">
    {image && (
      <Picture
        cut
        image={image}
        alt=""
        sizes="(width < 640px) 90vw, 160px"
        className="aspect-4/3 w-full object-contain sm:w-40"
      />
    )}
    <div className="grid min-w-[min(100%,12rem)] grow basis-0 gap-1">
      <h3 className="text-lg font-bold">
        <bdi>{name}</bdi>
      </h3>
      {children}
      <p className="text-sm text-ink-3">{note}</p>
    </div>
    <div className="flex flex-wrap gap-2">{actions}</div>
  </li>
);
