import { useState } from 'react';
import { Form, useSearchParams } from 'react-router';
import type { Slots } from '#contract/leads/bookings.ts';
import type { BookingService } from '#domain/calendar/booking.ts';
import { weekdayName } from '#domain/calendar/israel-time.ts';
import type { FormValues } from '#domain/forms/parse-form.ts';
import { formatLongDate } from '#domain/text/format.ts';
import { Button } from '#ui/button.tsx';
import { EmailField, Honeypot, PhoneField } from '#ui/form/contact-fields.tsx';
import { FormErrors } from '#ui/form/error-summary.tsx';
import { SelectField, TextArea, TextField } from '#ui/form/field.tsx';
import { Link } from '#ui/link.tsx';
import { type SecretPageReply, useSecretPageForm } from '~/forms/secret-page.ts';
import { DayPicker } from './day-picker.tsx';
import { TimePicker } from './time-picker.tsx';

const schema = () => import('#contract/leads/booking-form.ts').then(({ bookingForm }) => bookingForm);

type Props = {
  branch: { uuid: string; name: string; phone: string };
  service: BookingService;
  slots: Slots;
  vehicles: { uuid: string; name: string }[];
  /** What the fields hold at first. */
  values: FormValues;
  reply: SecretPageReply;
};

/** `יום ראשון, 22 בנובמבר 2026` */
export const dayInWords = (day: string): string => `יום ${weekdayName(day)}, ${formatLongDate(`${day}T12:00:00Z`)}`;

/** Day, time and contact details. Without scripts a day is a link to this page, and the form is a plain one. */
export function BookingForm({ branch, service, slots, vehicles, values, reply }: Props) {
  const [search] = useSearchParams();
  const free = slots.days.filter(({ times }) => times.length > 0);
  const requestedDay = search.get('day');
  const [pickedDay, setDay] = useState(free.find((one) => one.day === requestedDay)?.day ?? free[0]?.day ?? '');
  const lead = { source: 'booking', type: service.toLowerCase() };
  const { form, scripts } = useSecretPageForm(schema, reply, {
    path: 'booking',
    // Each vehicle of one's own has a draft: the remarks name it.
    draft: ['booking', service, branch.uuid, search.get('vehicle') ?? ''].join(' '),
    values,
    lead,
  });

  // Another branch has other days, and a time that was just taken is no longer free.
  const chosenDay = free.find((one) => one.day === pickedDay) ?? free[0];
  if (!chosenDay) {
    return (
      <p role="status" className="mt-8 rounded-md bg-warning-wash px-4 py-3 font-medium text-warning">
        אין כרגע מועד פנוי בסניף הזה. בחרו סניף אחר, או התקשרו: <bdi dir="ltr">{branch.phone}</bdi>
      </p>
    );
  }
  const { day, times } = chosenDay;

  return (
    <Form {...form.props} preventScrollReset className="mt-8 grid gap-8">
      <FormErrors form={form} />
      {scripts && <input type="hidden" name="scripts" value="1" />}
      <input type="hidden" name="branch_uid" value={branch.uuid} />
      <input type="hidden" name="service" value={service} />
      <Honeypot />
      <div className="grid items-start gap-8 lg:grid-cols-2">
        <section aria-labelledby="day-title">
          <h2 id="day-title" className="mb-3 text-xl">
            באיזה יום?
          </h2>
          <DayPicker days={slots.days} chosen={day} onChoose={setDay} />
        </section>
        <TimePicker key={day} heading="h2" day={day} label={dayInWords(day)} times={times} {...form.field('time')} />
      </div>
      <section aria-labelledby="who-title" className="grid gap-4">
        <h2 id="who-title" className="text-xl">
          מי מגיע?
        </h2>
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <TextField label="שם מלא" {...form.field('name')} autoComplete="name" required maxLength={80} />
          <PhoneField {...form.field('phone')} required hint="לטלפון נייד נשלח אישור ותזכורת ב־SMS" />
          <EmailField {...form.field('email')} hint="לאישור ולתזכורת" />
          {vehicles.length > 0 && (
            <SelectField label="דגם" {...form.field('product_uid')}>
              <option value="">{service === 'SERVICE' ? 'דגם אחר' : 'עוד לא החלטתי'}</option>
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
          {...form.field('message')}
          maxLength={1000}
          rows={3}
        />
      </section>
      <div className="flex flex-wrap items-center gap-4">
        <Button {...form.button} size="lg">
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
