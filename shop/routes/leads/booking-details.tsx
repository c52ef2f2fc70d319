import { CalendarClock, CalendarPlus, MapPin, Phone } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Form, redirect, useNavigation, useSubmit } from 'react-router';
import type { Booking } from '#contract/leads/bookings.ts';
import { bookingNames, bookingWord } from '#domain/calendar/booking.ts';
import { israelDay, weekdayName } from '#domain/calendar/israel-time.ts';
import { formatLongDate, formatTime, keepNumber } from '#domain/text/format.ts';
import { productPath, telHref } from '#domain/text/links.ts';
import { readBooking } from '#server/leads/bookings/bookings.ts';
import { cancelByForm, moveByForm } from '#server/leads/bookings/form.ts';
import { slotsToMove } from '#server/leads/bookings/move.ts';
import { Button, ButtonLink, buttonLook } from '#ui/button.tsx';
import { useFocusAfterRemoval } from '#ui/hooks/use-focus-after-removal.ts';
import { Link } from '#ui/link.tsx';
import { contextOf } from '~/context.ts';
import { NoticeDialog } from '~/features/account/notice-dialog.tsx';
import { TimeForm } from '~/features/booking/time-form.tsx';
import { Directions } from '~/features/contact/directions.tsx';
import { notFoundOr } from '~/not-found.ts';
import { loaderHeadersOf, secretMeta, uncached } from '~/uncached-page.ts';
import type { Route } from './+types/booking-details.ts';

export const meta: Route.MetaFunction = secretMeta;
export const headers = loaderHeadersOf;

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const ctx = contextOf(context);
  const booking = await readBooking(ctx, params.secret).catch(notFoundOr);
  const moving = new URL(request.url).searchParams.has('move') && booking.state === 'booked' && booking.moves_left > 0;
  const slots = moving ? await slotsToMove(ctx, params.secret) : null;
  const word = bookingWord(booking.service).definite;
  const { name, bring, booked = `${word} נקבע` } = bookingNames(ctx.store.settings)[booking.service];
  return uncached({ booking, slots, name, bring, booked, secret: params.secret, title: `${name} | ${ctx.store.name}` });
}

/** Moves the visit to the time that a form names; a form without one cancels it. */
export async function action({ context, params, request }: Route.ActionArgs) {
  const ctx = contextOf(context);
  const form = await request.formData();
  if (!form.has('move')) return cancelByForm(ctx, params.secret).catch(notFoundOr);
  const refused = await moveByForm(ctx, params.secret, form).catch(notFoundOr);
  return refused ?? redirect(`/booking/${encodeURIComponent(params.secret)}`, 303);
}

const notices = ({ told_by, reminder, moves }: Booking): string => {
  const changed = moves > 0 ? 'זה המועד החדש, והקודם התפנה. ' : '';
  if (told_by.length === 0)
    return `${changed}שמרו את הקישור לדף הזה: כאן רואים את הפרטים, וכאן משנים את המועד או מבטלים אם צריך.`;
  const ways = told_by.map((way) => (way === 'sms' ? 'ב־SMS' : 'בדוא״ל')).join(' ו');
  return `${changed}שלחנו אליכם את הפרטים ${ways}.${reminder ? ' לפני המועד נשלח גם תזכורת.' : ''}`;
};
const movingWords = {
  title: 'לאיזה מועד להעביר?',
  text: 'המועד הנוכחי נשמר לכם עד שתאשרו את החדש.',
  submit: 'אישור המועד החדש',
  none: 'אין כרגע מועד פנוי אחר בסניף הזה.',
};

export default function BookingDetails({
  loaderData: { booking, slots, name, bring, booked, secret },
  actionData,
}: Route.ComponentProps) {
  const { branch, product, state, service } = booking;
  const word = bookingWord(service).definite;
  const rebookingText = service === 'HANDOVER' ? 'אפשר לבחור מועד אחר בדף ההזמנה.' : 'אפשר לקבוע תור חדש בכל עת.';
  const at = new Date(booking.starts_at);
  const [asking, setAsking] = useState(false);
  const title = useRef<HTMLHeadingElement>(null);
  const notePress = useFocusAfterRemoval(state, title);
  const isMoving = slots !== null;
  const wasMoving = useRef(isMoving);
  // The form that was pressed is gone, and the time stands a screen above it.
  useEffect(() => {
    if (wasMoving.current && !isMoving) title.current?.focus();
    wasMoving.current = isMoving;
  }, [isMoving]);
  const submit = useSubmit();
  const busy = useNavigation().formMethod === 'POST';
  function cancel() {
    setAsking(false);
    notePress();
    void submit(null, { method: 'post', preventScrollReset: true });
  }
  return (
    <div className="page max-w-3xl py-10 pb-20 lg:pt-16">
      <div role="status">
        <h1 ref={title} tabIndex={-1} className="text-4xl font-black focus:outline-none">
          {state === 'booked'
            ? booked
            : state === 'delivered'
              ? 'הרכב כבר נמסר'
              : `${word} ${state === 'over' ? 'כבר עבר' : 'בוטל'}`}
        </h1>
        <p className="mt-3 text-lg text-ink-2">
          {state === 'booked' && `${bring} ${notices(booking)}`}
          {state === 'cancelled' && `המועד התפנה. ${rebookingText}`}
        </p>
      </div>
      <dl className="mt-8 grid gap-5 rounded-xl bg-ground-2 p-6 sm:p-8">
        <Fact name="מה">{name}</Fact>
        {product && (
          <Fact name="דגם">
            <Link to={productPath(product.slug.name)} className="font-semibold underline">
              <bdi>{keepNumber(product.name)}</bdi>
            </Link>
          </Fact>
        )}
        <Fact name="מתי">
          יום {weekdayName(israelDay(at))}, <span className="inline-block">{formatLongDate(at)},</span>{' '}
          <span className="whitespace-nowrap">
            בשעה <bdi dir="ltr">{formatTime(at)}</bdi>
          </span>
        </Fact>
        <Fact name="איפה">
          <bdi>{branch.name}</bdi>, <span className="inline-block">{branch.address},</span> {branch.city}
          {state === 'booked' && (
            <span className="flex flex-wrap gap-x-4 text-base empty:hidden">
              <Directions branch={branch} />
            </span>
          )}
        </Fact>
      </dl>
      {actionData && (
        <p role="alert" className="mt-6 rounded-md bg-danger-wash px-4 py-3 font-medium text-danger">
          {actionData.message}
        </p>
      )}
      {slots && (
        <div className="mt-10">
          <TimeForm
            slots={slots}
            phone={branch.phone}
            does="move"
            words={movingWords}
            keep={{ to: `/booking/${secret}`, label: 'להשאיר את המועד' }}
          />
        </div>
      )}
      <div className="mt-8 grid gap-3 sm:flex sm:flex-wrap">
        {state === 'booked' && !slots && (
          <>
            <a href={`/booking/${secret}/calendar.ics`} className={buttonLook({})}>
              <CalendarPlus aria-hidden className="size-5" /> הוספה ליומן
            </a>
            <a href={telHref(branch.phone)} className={buttonLook({ variant: 'secondary' })}>
              <Phone aria-hidden className="size-5" /> חיוג לסניף
            </a>
            {booking.moves_left > 0 && (
              <ButtonLink to={`/booking/${secret}?move`} variant="secondary" preventScrollReset>
                <CalendarClock aria-hidden className="size-5" /> שינוי מועד
              </ButtonLink>
            )}
            {/* Without a script it is sent at once. */}
            <Form
              method="post"
              onSubmit={(event) => {
                event.preventDefault();
                setAsking(true);
              }}
            >
              <Button type="submit" variant="quiet" wide busy={busy}>
                ביטול {word}
              </Button>
            </Form>
          </>
        )}
        {service === 'HANDOVER' && (
          <ButtonLink to="/order" variant={state === 'booked' ? 'quiet' : 'primary'}>
            לפרטי ההזמנה
          </ButtonLink>
        )}
        {state !== 'booked' && (
          <>
            {service !== 'HANDOVER' && (
              <ButtonLink to={`/booking?service=${booking.service}`}>קביעת תור חדש</ButtonLink>
            )}
            <ButtonLink to="/distributors" variant="secondary">
              <MapPin aria-hidden className="size-5" /> לסניפים
            </ButtonLink>
          </>
        )}
      </div>
      <NoticeDialog
        notice={
          asking
            ? {
                title: `לבטל את ${word}?`,
                text: <p>המועד יתפנה לאחרים. {rebookingText}</p>,
                action: { label: `ביטול ${word}`, destroys: true, onPress: cancel },
                other: { label: `להשאיר את ${word}`, onPress: () => setAsking(false) },
              }
            : null
        }
        onClose={() => setAsking(false)}
      />
    </div>
  );
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt className="text-sm text-ink-2">{name}</dt>
    <dd className="text-lg">{children}</dd>
  </div>
);
