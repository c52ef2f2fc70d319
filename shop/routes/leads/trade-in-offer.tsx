import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Form, redirect, useNavigation, useRevalidator, useSubmit } from 'react-router';
import { parsePhone } from '#domain/people/phone.ts';
import { TRADE_IN_PHOTOS, tradeInFacts } from '#domain/people/trade-in-questions.ts';
import { listVehicles } from '#server/catalogue/cards/product-names.ts';
import { provePhone, withdrawTradeIn } from '#server/leads/trade-ins/owner-changes.ts';
import { readTradeIn } from '#server/leads/trade-ins/read.ts';
import { Refusal } from '#server/platform/errors.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import { call, messageOf } from '~/api.ts';
import { contextOf } from '~/context.ts';
import { NoticeDialog } from '~/features/account/notice-dialog.tsx';
import { refreshTradeIn } from '~/features/finance/chosen-trade-in.ts';
import { OfferState } from '~/features/trade-in/offer-state.tsx';
import { UseOffer } from '~/features/trade-in/use-offer.tsx';
import { notFoundOr } from '~/not-found.ts';
import { loaderHeadersOf, secretMeta, uncached } from '~/uncached-page.ts';
import { OwnPhotos } from '~/upload/own-photos.tsx';
import type { Route } from './+types/trade-in-offer.ts';

const ProvePhone = lazyPart(() => import('~/features/account/sign-in/prove-phone.tsx'));

export const meta: Route.MetaFunction = secretMeta;
export const headers = loaderHeadersOf;

export async function loader({ context, params }: Route.LoaderArgs) {
  const ctx = contextOf(context);
  const tradeIn = await readTradeIn(ctx, params.secret).catch(notFoundOr);
  return uncached({
    tradeIn,
    vehicles: tradeIn.state === 'offered' ? await listVehicles(ctx) : [],
    /** Signed in with the very phone, so that no code is needed. */
    isOwner: ctx.customer?.phone === parsePhone(tradeIn.phone),
    secret: params.secret,
    title: `טרייד־אין | ${ctx.store.name}`,
  });
}

/** Takes the vehicle back, or proves the phone of who is signed in. */
export async function action({ context, params, request }: Route.ActionArgs): Promise<{ message: string } | Response> {
  const ctx = contextOf(context);
  const form = await request.formData();
  try {
    if (form.has('prove')) await provePhone(ctx, { secret: params.secret });
    else await withdrawTradeIn(ctx, params.secret);
    return redirect(`/trade-in/${encodeURIComponent(params.secret)}`, 303);
  } catch (error) {
    if (error instanceof Refusal && error.status !== 404) return { message: error.message };
    return notFoundOr(error);
  }
}

const FINAL = ['confirmed', 'rejected', 'refused', 'withdrawn'];

export default function TradeInOffer({
  loaderData: { tradeIn, vehicles, isOwner, secret },
  actionData,
}: Route.ComponentProps) {
  const { state, vehicle, condition, phone_proved, photos } = tradeIn;
  const busy = useNavigation().formMethod === 'POST';
  // What this device has chosen is what stands here; an order that comes to nothing leaves it chosen.
  const { offer } = tradeIn;
  useEffect(() => {
    if (state !== 'ordered') refreshTradeIn(secret, state === 'offered' ? offer : null);
  }, [secret, state, offer]);
  const page = useRef<HTMLDivElement>(null);
  const usingTitle = useRef<HTMLHeadingElement>(null);
  const shownState = useRef({ state, phone_proved });
  // Of a proof and of a withdrawal the pressed button goes.
  useEffect(() => {
    const before = shownState.current;
    shownState.current = { state, phone_proved };
    if (before.state !== state) page.current?.focus();
    else if (before.phone_proved !== phone_proved) usingTitle.current?.focus();
  }, [state, phone_proved]);
  return (
    <div ref={page} tabIndex={-1} className="page grid max-w-3xl gap-8 py-10 pb-20 focus:outline-none lg:pt-16">
      <OfferState tradeIn={tradeIn} />
      {actionData && (
        <p role="alert" className="rounded-md bg-danger-wash px-4 py-3 font-medium text-danger">
          {actionData.message}
        </p>
      )}
      {state === 'offered' && (
        <section aria-labelledby="use-title" className="grid gap-4 rounded-xl bg-ground-2 p-5 sm:p-8">
          <h2 id="use-title" ref={usingTitle} tabIndex={-1} className="text-xl focus:outline-none">
            שימוש בהצעה ברכישה
          </h2>
          {phone_proved ? (
            <UseOffer {...{ tradeIn, secret, vehicles }} />
          ) : (
            <Prove {...{ secret, isOwner, busy }} phone={tradeIn.phone} />
          )}
        </section>
      )}
      <section aria-labelledby="vehicle-title" className="grid gap-5 rounded-xl bg-ground-2 p-5 sm:p-8">
        <h2 id="vehicle-title" className="text-xl">
          <bdi>{`${vehicle.make} ${vehicle.model}`}</bdi>, <bdi>{vehicle.year}</bdi>
        </h2>
        <dl className="grid grid-cols-2 gap-4 sm:grid-cols-3">
          {tradeInFacts(condition, vehicle.plate).map(({ name, value }) => (
            <Fact key={name} name={name}>
              <bdi>{value}</bdi>
            </Fact>
          ))}
        </dl>
        {FINAL.includes(state) ? (
          <Photos photos={photos} />
        ) : (
          <OwnPhotos
            as="h3"
            photos={photos}
            most={TRADE_IN_PHOTOS}
            url={`/api/trade-ins/add-photo?${new URLSearchParams({ secret })}`}
            onRemove={(photo) => call('POST /api/trade-ins/remove-photo', { body: { secret, photo_uid: photo } })}
            hint="מכל הצדדים, לוח השעונים וכל פגיעה. פרטי המיקום והמכשיר נמחקים, ואת התמונות רואים רק אנשי החנות."
          />
        )}
      </section>
      <div className="flex flex-wrap gap-3">
        {['expired', 'refused', 'withdrawn'].includes(state) && (
          <ButtonLink to="/trade-in" variant="secondary">
            הערכה חדשה
          </ButtonLink>
        )}
        {['waiting', 'offered', 'expired'].includes(state) && <Withdraw busy={busy} />}
      </div>
      <p className="text-sm text-ink-3">שמרו את הקישור לדף הזה: כאן רואים את מצב ההצעה. היא מופיעה גם באזור האישי.</p>
    </div>
  );
}

/** Asks first: a withdrawn offer isn't restored. Without a script it is sent without a question. */
function Withdraw({ busy }: { busy: boolean }) {
  const [asking, setAsking] = useState(false);
  const submit = useSubmit();
  function withdraw() {
    setAsking(false);
    void submit(null, { method: 'post', preventScrollReset: true });
  }
  return (
    <>
      <Form
        method="post"
        onSubmit={(event) => {
          event.preventDefault();
          setAsking(true);
        }}
      >
        <Button type="submit" variant="quiet" busy={busy}>
          ביטול ההצעה
        </Button>
      </Form>
      <NoticeDialog
        notice={
          asking
            ? {
                title: 'לבטל את ההצעה?',
                text: 'אחרי הביטול אי אפשר לחזור להצעה הזו. אפשר לבקש הערכה חדשה.',
                action: { label: 'ביטול ההצעה', destroys: true, onPress: withdraw },
                other: { label: 'להשאיר את ההצעה', onPress: () => setAsking(false) },
              }
            : null
        }
        onClose={() => setAsking(false)}
      />
    </>
  );
}

type ProveProps = { secret: string; phone: string; isOwner: boolean; busy: boolean };

/** An offer is used in a purchase by who has its phone. */
function Prove({ secret, phone, isOwner, busy }: ProveProps) {
  const { revalidate } = useRevalidator();
  const [asking, setAsking] = useState(false);
  const [problem, setProblem] = useState('');
  async function prove(ticket: string) {
    try {
      await call('POST /api/trade-ins/prove-phone', { body: { secret, ticket } });
      await revalidate();
    } catch (error) {
      setAsking(false);
      setProblem(messageOf(error));
    }
  }
  if (asking)
    return (
      <ProvePhone
        phone={phone}
        onProved={(ticket) => void prove(ticket)}
        onChangePhone={() => setAsking(false)}
        why="ההצעה שייכת למי שמסר את מספר הטלפון, ולכן מאמתים אותו בקוד קצר. אין צורך להירשם."
      />
    );
  return (
    <Form
      method="post"
      preventScrollReset
      onSubmit={(event) => {
        if (isOwner) return;
        event.preventDefault();
        setProblem('');
        setAsking(true);
      }}
      className={isOwner ? 'grid justify-items-start gap-3' : 'grid justify-items-start gap-3 noscript:hidden'}
    >
      <p className="text-ink-2">
        כדי לקזז את ההצעה מרכב חדש מאמתים את הטלפון <bdi dir="ltr">{phone}</bdi>.
      </p>
      <input type="hidden" name="prove" value="1" />
      <Button type="submit" busy={busy}>
        {isOwner ? 'שימוש ברכישה' : 'אימות בקוד'}
      </Button>
      <p role="alert" className="text-danger">
        {problem}
      </p>
    </Form>
  );
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt className="text-sm text-ink-2">{name}</dt>
    <dd>{children}</dd>
  </div>
);

function Photos({ photos }: { photos: { id: string; thumbnail_url: string; width: number; height: number }[] }) {
  return (
    <ul className="flex flex-wrap gap-3">
      {photos.map(({ id, thumbnail_url, width, height }, index) => (
        <li key={id}>
          <img
            src={thumbnail_url}
            alt={`תמונה ${index + 1}`}
            width={width}
            height={height}
            className="size-24 rounded-md bg-ground-3 object-cover"
          />
        </li>
      ))}
    </ul>
  );
}
