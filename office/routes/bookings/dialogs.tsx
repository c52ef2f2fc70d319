import { useEffect, useRef, useState } from 'react';
import { Link, useRevalidator } from 'react-router';
import { israelDay, minutesOf, weekdayName } from '#domain/calendar/israel-time.ts';
import { formatDate, formatTime } from '#domain/text/format.ts';
import type { Calendar, CalendarBlock, CalendarVisit } from '#server/office/bookings/calendar.ts';
import { Button } from '#ui/button.tsx';
import { opensHere } from '#ui/dialog.tsx';
import { CheckboxField, SelectField, TextArea, TextField } from '#ui/form/field.tsx';
import { ActionForm } from '../../components/action-form.tsx';
import { DateField } from '../../components/fields/date-field.tsx';
import { TimeField } from '../../components/fields/time-field.tsx';
import { Badge, Facts } from '../../components/panel.tsx';
import { Phone } from '../../components/shown-values.tsx';
import type { ActionReply } from '../../load.ts';
import { useShell } from '../../shell/shell.tsx';
import type { Place } from './use-moving.ts';

export const serviceNames = { TEST_RIDE: 'נסיעת מבחן', SERVICE: 'טיפול במוסך', HANDOVER: 'מסירת רכב' } as const;

const dayText = (day: string): string => `יום ${weekdayName(day)}, ${formatDate(`${day}T12:00:00Z`)}`;

type When = { calendar: Calendar; day: string; time: string; onChange: (when: { day: string; time: string }) => void };

/** Day and hour; where the branch is closed then, that it will be there has to be confirmed. */
function WhenFields({ calendar, day, time, onChange }: When) {
  const hours = calendar.days.find((one) => one.day === day);
  const closed =
    hours !== undefined &&
    /^\d\d:\d\d$/.test(time) &&
    !(
      hours.from &&
      hours.to &&
      minutesOf(time) >= minutesOf(hours.from) &&
      minutesOf(time) + calendar.minutes <= minutesOf(hours.to)
    );
  return (
    <>
      <div className="grid grid-cols-2 gap-3">
        <DateField label="יום" name="day" required value={day} onChange={(next) => onChange({ day: next, time })} />
        <TimeField label="שעה" name="time" required value={time} onChange={(next) => onChange({ day, time: next })} />
      </div>
      <CheckboxField
        label="גם מחוץ לשעות הסניף"
        name="outside_hours"
        {...(closed && { error: 'המועד הזה מחוץ לשעות הסניף' })}
      />
    </>
  );
}

/** When the visit was to be as it is shown: its customer may move it meanwhile. */
const Seen = ({ at }: { at: Date }) => <input type="hidden" name="seen" value={new Date(at).toISOString()} />;

/** Where the visit was moved meanwhile, the calendar behind the dialog shows it. */
function useRefresh() {
  const { revalidate } = useRevalidator();
  return ({ code }: ActionReply) => {
    if (code === 'CHANGED_MEANWHILE') void revalidate();
  };
}

/** `to`: where it was dropped. */
export function MoveContent({
  calendar,
  visit,
  to,
  onClose,
}: {
  calendar: Calendar;
  visit: CalendarVisit;
  to: Place;
  onClose: () => void;
}) {
  const [when, setWhen] = useState({ day: to.day, time: to.time });
  const form = useRef<HTMLDivElement>(null);
  const refresh = useRefresh();
  // The dialog that opens now begins at the hour; in one that was open, the button that led here is gone.
  useEffect(() => {
    const hour = form.current?.querySelector<HTMLInputElement>('input[name=time]') ?? null;
    opensHere(hour);
    hour?.focus();
  }, []);
  return (
    <div ref={form} className="grid gap-3 p-5">
      <p>
        התור של <bdi className="font-semibold">{visit.name}</bdi> ב{dayText(israelDay(new Date(visit.starts_at)))},{' '}
        <bdi>{formatTime(visit.starts_at)}</bdi>. הלקוח יקבל הודעה על המועד החדש.
      </p>
      <ActionForm call="move" submit="הזזה" onDone={onClose} onCancel={onClose} onRefused={refresh}>
        <input type="hidden" name="booking" value={visit.uuid} />
        <Seen at={visit.starts_at} />
        <input type="hidden" name="seat" value={to.seat} />
        <WhenFields calendar={calendar} {...when} onChange={setWhen} />
      </ActionForm>
    </div>
  );
}

type VisitProps = {
  calendar: Calendar;
  visit: CalendarVisit;
  now: Date;
  mayEdit: boolean;
  onMove: () => void;
  onClose: () => void;
};

export function VisitContent({ calendar, visit, now, mayEdit, onMove, onClose }: VisitProps) {
  const {
    uuid,
    name,
    phone,
    email,
    product,
    message,
    starts_at,
    ends_at,
    store,
    moves,
    no_show_at,
    customer_uid,
    order_uid,
  } = visit;
  const over = new Date(starts_at) <= now;
  const [cancelling, setCancelling] = useState(false);
  const refresh = useRefresh();
  return (
    <div className="grid gap-4 p-5">
      {no_show_at && (
        <div>
          <Badge tone="bad">לא הגיעו</Badge>
        </div>
      )}
      <Facts
        facts={[
          ['מועד', dayText(israelDay(new Date(starts_at)))],
          [
            'שעה',
            <bdi key="time" dir="ltr">
              {formatTime(starts_at)}–{formatTime(ends_at)}
            </bdi>,
          ],
          ['שירות', serviceNames[calendar.service]],
          [
            'טלפון',
            <a key="phone" href={`tel:${phone}`} className="text-action-ink underline">
              <Phone e164={phone} />
            </a>,
          ],
          ['דוא״ל', email && <bdi className="break-all">{email}</bdi>],
          ['דגם', product && <bdi>{product}</bdi>],
          ['חנות', store],
          ['הוזז', moves > 0 && (moves === 1 ? 'פעם אחת' : `${moves} פעמים`)],
          ['הערה', message && <bdi className="whitespace-pre-wrap">{message}</bdi>],
          [
            'הזמנה',
            order_uid && (
              <Link to={`/orders/${order_uid}`} className="text-action-ink underline">
                להזמנה
              </Link>
            ),
          ],
          [
            'לקוח',
            customer_uid && calendar.mayReadCustomers && (
              <Link to={`/customers/${customer_uid}`} className="text-action-ink underline">
                כרטיס הלקוח
              </Link>
            ),
          ],
        ]}
      />
      {mayEdit && !over && !cancelling && (
        <div className="flex flex-wrap gap-2">
          <Button size="sm" onClick={onMove}>
            הזזה למועד אחר
          </Button>
          <Button size="sm" variant="secondary" onClick={() => setCancelling(true)}>
            ביטול התור
          </Button>
        </div>
      )}
      {mayEdit && cancelling && (
        <ActionForm call="cancel" submit="ביטול התור" danger onDone={onClose} onRefused={refresh}>
          <p>
            לבטל את התור של <bdi className="font-semibold">{name}</bdi>? הלקוח יקבל הודעה.
          </p>
          <input type="hidden" name="booking" value={uuid} />
          <Seen at={starts_at} />
          <TextField label="למה" name="reason" maxLength={300} />
        </ActionForm>
      )}
      {mayEdit && over && (
        <ActionForm call="noShow" submit={no_show_at ? 'בכל זאת הגיעו' : 'לא הגיעו'} onDone={onClose}>
          <input type="hidden" name="booking" value={uuid} />
          {no_show_at && <input type="hidden" name="came" value="on" />}
        </ActionForm>
      )}
    </div>
  );
}

export function NewContent({
  calendar,
  at,
  onClose,
}: {
  calendar: Calendar;
  at: { day: string; time: string };
  onClose: () => void;
}) {
  const [when, setWhen] = useState(at);
  const { stores, branch, service } = calendar;
  const { chosenStore } = useShell();
  return (
    <div className="p-5">
      <ActionForm call="create" submit="קביעת התור" onDone={onClose} onCancel={onClose}>
        <input type="hidden" name="branch" value={branch} />
        <input type="hidden" name="service" value={service} />
        {stores.length === 1 ? (
          <input type="hidden" name="in_store" value={stores[0]?.uuid} />
        ) : (
          <SelectField label="חנות" name="in_store" required defaultValue={chosenStore ?? undefined}>
            {stores.map(({ uuid, name }) => (
              <option key={uuid} value={uuid}>
                {name}
              </option>
            ))}
          </SelectField>
        )}
        <WhenFields calendar={calendar} {...when} onChange={setWhen} />
        <TextField label="שם" name="name" required maxLength={80} />
        <TextField label="טלפון" name="phone" type="tel" required maxLength={30} />
        <TextField label="דוא״ל" name="email" type="email" maxLength={254} />
        <TextArea label="הערה" name="message" maxLength={1_000} rows={2} />
        <p className="text-sm text-ink-3">הלקוח יקבל אישור עם קישור לשינוי ולביטול.</p>
      </ActionForm>
    </div>
  );
}

export function BlockContent({
  calendar,
  day: firstDay,
  onClose,
}: {
  calendar: Calendar;
  day: string;
  onClose: () => void;
}) {
  const [day, setDay] = useState(firstDay);
  const [typed, setTyped] = useState<{ from?: string; to?: string }>({});
  // Of a day of another week, those of its weekday.
  const { days } = calendar;
  const hours = days.find((one) => one.day === day) ?? days.find((one) => weekdayName(one.day) === weekdayName(day));
  return (
    <div className="p-5">
      <ActionForm call="block" submit="חסימה" onDone={onClose} onCancel={onClose}>
        <input type="hidden" name="branch" value={calendar.branch} />
        <SelectField label="מה נחסם" name="service">
          <option value="">כל השירותים</option>
          {calendar.services.map(({ key }) => (
            <option key={key} value={key}>
              {serviceNames[key]}
            </option>
          ))}
        </SelectField>
        <DateField label="יום" name="day" required value={day} onChange={setDay} />
        <div className="grid grid-cols-2 gap-3">
          <TimeField
            label="משעה"
            name="from"
            required
            value={typed.from ?? hours?.from ?? '08:00'}
            onChange={(from) => setTyped({ ...typed, from })}
          />
          <TimeField
            label="עד שעה"
            name="to"
            required
            value={typed.to ?? hours?.to ?? '17:00'}
            onChange={(to) => setTyped({ ...typed, to })}
          />
        </div>
        <TextField label="סיבה" name="text" maxLength={120} hint="רואים אותה רק במשרד" />
        <CheckboxField label="התורים שנקבעו יישארו" name="despite_bookings" />
      </ActionForm>
    </div>
  );
}

export function UnblockContent({
  block,
  mayBlock,
  onClose,
}: {
  block: CalendarBlock;
  mayBlock: boolean;
  onClose: () => void;
}) {
  return (
    <div className="grid gap-4 p-5">
      <Facts
        facts={[
          ['יום', dayText(israelDay(new Date(block.starts_at)))],
          [
            'שעות',
            <bdi key="hours" dir="ltr">
              {formatTime(block.starts_at)}–{formatTime(block.ends_at)}
            </bdi>,
          ],
          ['סיבה', block.reason && <bdi>{block.reason}</bdi>],
        ]}
      />
      {mayBlock && (
        <ActionForm call="unblock" submit="ביטול החסימה" onDone={onClose} onCancel={onClose}>
          <input type="hidden" name="block" value={block.uuid} />
        </ActionForm>
      )}
    </div>
  );
}
