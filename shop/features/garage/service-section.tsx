import { CalendarPlus } from 'lucide-react';
import type { ReactNode } from 'react';
import { Form, useNavigation } from 'react-router';
import type { OwnVehicleDetails } from '#contract/customers/own-vehicles.ts';
import type { FormReply } from '#domain/forms/parse-form.ts';
import { formatNumber } from '#domain/text/format.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { FormErrors } from '#ui/form/error-summary.tsx';
import { CheckboxField, TextField } from '#ui/form/field.tsx';
import { useForm } from '#ui/form/use-form.ts';
import { Day, dueService, ServiceTime } from './next-dates.tsx';

const schema = () => import('#contract/customers/vehicle-form.ts').then(({ serviceForm }) => serviceForm);

type Props = {
  vehicle: OwnVehicleDetails;
  today: string;
  /** Where a visit is booked; `null` where no branch takes any. */
  bookingPath: string | null;
  reply: FormReply | undefined;
  saved: boolean;
  /** What was saved puts the last record right. */
  corrected: boolean;
  /** The visits that are booked for it. */
  children?: ReactNode;
};

/** When the next service is due, a visit for it, and what was done. */
export function ServiceSection({ vehicle, today, bookingPath, reply, saved, corrected, children }: Props) {
  const { next_service: next, has_plan, services, serviced_on, serviced_km, kilometres } = vehicle;
  const due = dueService(next, kilometres, today);
  const isForecast = next !== null && next.dueOn !== null && !due && next.dueOn !== next.on;
  return (
    <section aria-labelledby="service-title" className="rounded-lg bg-ground-2 p-5 sm:p-6">
      <h2 id="service-title" className="text-xl">
        טיפולים
      </h2>
      <div className="mt-3 grid gap-1">
        {next ? (
          <p className="text-lg">
            {due?.words ?? 'הטיפול הבא'}:{' '}
            <span className="font-bold">
              <ServiceTime service={due?.service ?? next} />
            </span>
            {!due && next.km !== null && next.on !== null && ', מה שקודם'}
          </p>
        ) : (
          <p className="text-ink-2">
            {has_plan
              ? 'רשמו את הטיפול האחרון, ונחשב מתי הבא.'
              : 'לדגם הזה אין כאן תוכנית טיפולים. אפשר לרשום טיפולים ולתאם תור.'}
          </p>
        )}
        {isForecast && next?.dueOn && (
          <p className="text-ink-2">
            לפי הקצב שלכם, בערך ב־
            <Day day={next.dueOn} />
          </p>
        )}
        {next && kilometres === null && <p className="text-ink-2">עדכנו את הקילומטרים, ונעריך גם מתי תגיעו אליהם.</p>}
        {services > 0 && serviced_on && (
          <p className="text-ink-2">
            טיפול אחרון: <Day day={serviced_on} />
            {serviced_km !== null && (
              <>
                , ב־<bdi>{formatNumber(serviced_km)}</bdi> ק״מ
              </>
            )}
          </p>
        )}
      </div>
      {children}
      {bookingPath && (
        <ButtonLink to={bookingPath} {...(children && { variant: 'secondary' })} className="mt-5">
          <CalendarPlus aria-hidden className="size-5" />
          תיאום טיפול
        </ButtonLink>
      )}
      <ServiceForm {...{ today, reply, saved, corrected, hasRecord: services > 0 }} />
    </section>
  );
}

function ServiceForm({
  today,
  reply,
  saved,
  corrected,
  hasRecord,
}: Pick<Props, 'today' | 'reply' | 'saved' | 'corrected'> & { hasRecord: boolean }) {
  const form = useForm(schema, { reply, busy: useNavigation().formData?.get('form') === 'service' });
  return (
    <>
      <div role="status">
        {saved && <p className="mt-4 font-semibold text-success">{corrected ? 'רישום הטיפול תוקן' : 'הטיפול נרשם'}</p>}
      </div>
      <details open={reply !== undefined || saved} className="mt-2">
        <summary className="inline-flex min-h-11 cursor-pointer items-center font-semibold text-action-ink underline underline-offset-4">
          רישום טיפול שנעשה
        </summary>
        <Form {...form.props} preventScrollReset className="mt-3 grid gap-4">
          <FormErrors form={form} />
          <input type="hidden" name="form" value="service" />
          <div className="grid items-start gap-4 sm:grid-cols-2">
            <TextField label="תאריך הטיפול" {...form.field('serviced_on')} type="date" max={today} required />
            <TextField
              label="קילומטרים בטיפול"
              {...form.field('serviced_km')}
              inputMode="numeric"
              autoComplete="off"
              maxLength={9}
              required
            />
          </div>
          {hasRecord && (
            <CheckboxField {...form.checkbox('corrects')} label="זה תיקון של הטיפול האחרון שנרשם, ולא טיפול נוסף" />
          )}
          <div>
            <Button {...form.button} variant="secondary">
              רישום הטיפול
            </Button>
          </div>
        </Form>
      </details>
    </>
  );
}
