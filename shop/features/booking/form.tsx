import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Form, useNavigation, useSearchParams, useSubmit } from 'react-router';
import type { Slots } from '#contract/leads/bookings.ts';
import type { BookingErrors, BookingReply, BookingService } from '#domain/calendar/booking.ts';
import { weekdayName } from '#domain/calendar/israel-time.ts';
import { validateLead } from '#domain/people/lead.ts';
import { formatLongDate } from '#domain/text/format.ts';
import { Button } from '#ui/button.tsx';
import { ErrorSummary, useSent } from '#ui/form/error-summary.tsx';
import { SelectField, TextArea, TextField } from '#ui/form/field.tsx';
import { Link } from '#ui/link.tsx';
import { track } from '~/track.ts';
import { DayPicker } from './day-picker.tsx';
import { TimePicker } from './time-picker.tsx';

type Props = {
  branch: { uuid: string; name: string; phone: string };
  service: BookingService;
  slots: Slots;
  vehicles: { uuid: string; name: string }[];
  product: string;
  /** The reason of a refusal, or the secret of the booking (`null`: a filled honeypot). */
  reply: BookingReply | { secret: string | null } | undefined;
};

/** `יום ראשון, 22 בנובמבר 2026` */
export const dayInWords = (day: string): string => `יום ${weekdayName(day)}, ${formatLongDate(`${day}T12:00:00Z`)}`;

const faultsIn = (form: FormData): BookingErrors => ({
  ...(form.get('time') === null && { time: 'בחרו שעה' }),
  ...validateLead(form),
});

/** Day, time and contact details. Without scripts a day is a link to this page, and the form is a plain one. */
export function BookingForm({ branch, service, slots, vehicles, product, reply }: Props) {
  const [search] = useSearchParams();
  const free = slots.days.filter(({ times }) => times.length > 0);
  const asked = search.get('day');
  const [day, setDay] = useState(free.find((one) => one.day === asked)?.day ?? free[0]?.day ?? '');
  const [touched, setTouched] = useState<BookingErrors>({});
  const status = useRef<HTMLDivElement>(null);
  const submit = useSubmit();
  const refusal = reply && 'message' in reply ? reply : undefined;
  const booked = reply && 'secret' in reply ? reply.secret : undefined;
  const busy = useNavigation().formMethod === 'POST' || booked !== undefined;
  const { sent, failed } = useSent(refusal);
  const errors = { ...refusal?.errors, ...touched };
  useEffect(() => {
    if (refusal) status.current?.focus();
  }, [refusal]);
  useEffect(() => {
    if (booked === undefined) return;
    if (booked) track('lead', { source: 'booking', type: service.toLowerCase() });
    // A new document without measuring, as its URL is a secret.
    location.assign(booked ? `/booking/${booked}` : '/');
  }, [booked, service]);

  if (free.length === 0) {
    return (
      <p role="status" className="mt-8 rounded-md bg-warning-wash px-4 py-3 font-medium text-warning">
        אין כרגע מועד פנוי בסניף הזה. בחרו סניף אחר, או התקשרו: <bdi dir="ltr">{branch.phone}</bdi>
      </p>
    );
  }
  const times = free.find((one) => one.day === day)?.times ?? [];

  function check(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const found = faultsIn(form);
    setTouched(found);
    if (Object.keys(found).length > 0) {
      failed();
      return;
    }
    form.set('scripts', '1');
    void submit(form, { method: 'post', preventScrollReset: true });
  }

  /** A corrected field loses its error. */
  function recheck({ currentTarget }: FormEvent<HTMLFormElement>): void {
    const left = faultsIn(new FormData(currentTarget));
    const names = Object.keys(errors) as (keyof BookingErrors)[];
    setTouched(Object.fromEntries(names.map((name) => [name, left[name]])));
  }

  return (
    <Form method="post" noValidate onSubmit={check} onInput={recheck} preventScrollReset className="mt-8 grid gap-8">
      <ErrorSummary errors={errors} sent={sent} />
      {refusal && !(sent > 0 && Object.keys(refusal.errors).length > 0) && (
        <div
          ref={status}
          tabIndex={-1}
          role="alert"
          className="rounded-md bg-danger-wash px-4 py-3 font-medium text-danger"
        >
          {refusal.message}
        </div>
      )}
      <input type="hidden" name="branch_uid" value={branch.uuid} />
      <input type="hidden" name="service" value={service} />
      <div hidden>
        <input name="website" tabIndex={-1} autoComplete="off" aria-hidden="true" />
      </div>
      <div className="grid items-start gap-8 lg:grid-cols-2">
        <section aria-labelledby="day-title">
          <h2 id="day-title" className="mb-3 text-xl">
            באיזה יום?
          </h2>
          <DayPicker days={slots.days} chosen={day} onChoose={setDay} />
        </section>
        <TimePicker key={day} day={day} label={dayInWords(day)} times={times} error={errors.time} />
      </div>
      <section aria-labelledby="who-title" className="grid gap-4">
        <h2 id="who-title" className="text-xl">
          מי מגיע?
        </h2>
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <TextField label="שם מלא" name="name" autoComplete="name" required maxLength={80} error={errors.name} />
          <TextField
            label="טלפון"
            name="phone"
            type="tel"
            inputMode="tel"
            autoComplete="tel"
            required
            maxLength={30}
            error={errors.phone}
            hint="לטלפון נייד נשלח אישור ותזכורת ב־SMS"
          />
          <TextField
            label="דוא״ל"
            name="email"
            type="email"
            inputMode="email"
            autoComplete="email"
            maxLength={254}
            error={errors.email}
            hint="לאישור ולתזכורת"
          />
          {vehicles.length > 0 && (
            <SelectField label="דגם" name="product_uid" defaultValue={product}>
              <option value="">עוד לא החלטתי</option>
              {vehicles.map(({ uuid, name }) => (
                <option key={uuid} value={uuid}>
                  {name}
                </option>
              ))}
            </SelectField>
          )}
        </div>
        <TextArea
          label={service === 'SERVICE' ? 'איזה דגם, ומה לבדוק בו?' : 'משהו שכדאי שנדע?'}
          name="message"
          maxLength={1000}
          rows={3}
        />
      </section>
      <div className="flex flex-wrap items-center gap-4">
        <Button type="submit" size="lg" busy={busy}>
          קביעת התור
        </Button>
        <p className="max-w-md text-xs text-ink-3">
          אין חובה למסור פרטים; בלעדיהם לא נוכל לקבוע תור. נשתמש בהם לתיאום הביקור בלבד, לפי{' '}
          <Link to="/page/privacy" className="underline">
            מדיניות הפרטיות
          </Link>
          .
        </p>
      </div>
    </Form>
  );
}
