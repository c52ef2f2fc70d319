import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Form, useNavigation, useSearchParams } from 'react-router';
import type { Slots } from '#contract/leads/bookings.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { DayPicker } from './day-picker.tsx';
import { dayInWords } from './form.tsx';
import { TimePicker } from './time-picker.tsx';

type Props = { slots: Slots; phone: string /** The page of the booking. */; to: string };

/** Day and time for moving a visit. Without scripts a day is a link, and the form is a plain one. */
export function MoveForm({ slots, phone, to }: Props) {
  const [search] = useSearchParams();
  const free = slots.days.filter(({ times }) => times.length > 0);
  const asked = search.get('day');
  const [day, setDay] = useState(free.find((one) => one.day === asked)?.day ?? free[0]?.day ?? '');
  const [error, setError] = useState<string>();
  const busy = useNavigation().formMethod === 'POST';
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus({ preventScroll: true }), []);
  // A time that was just taken is no longer free.
  const chosen = free.find((one) => one.day === day) ?? free[0];

  function check(event: FormEvent<HTMLFormElement>): void {
    if (new FormData(event.currentTarget).has('time')) return;
    event.preventDefault();
    setError('בחרו שעה');
    event.currentTarget.querySelector<HTMLInputElement>('input[name=time]')?.focus();
  }

  return (
    <section aria-labelledby="move-title" className="mt-10">
      <h2 id="move-title" ref={title} tabIndex={-1} className="text-2xl font-bold focus:outline-none">
        לאיזה מועד להעביר?
      </h2>
      <p className="mt-2 text-ink-2">המועד הנוכחי נשמר לכם עד שתאשרו את החדש.</p>
      {chosen ? (
        <Form
          method="post"
          noValidate
          onSubmit={check}
          onInput={() => setError(undefined)}
          preventScrollReset
          className="mt-6 grid gap-8"
        >
          <input type="hidden" name="move" value="1" />
          <div className="grid items-start gap-8 lg:grid-cols-2">
            <section aria-labelledby="day-title">
              <h3 id="day-title" className="mb-3 text-xl">
                באיזה יום?
              </h3>
              <DayPicker days={slots.days} chosen={chosen.day} onChoose={setDay} />
            </section>
            <TimePicker
              key={chosen.day}
              day={chosen.day}
              label={dayInWords(chosen.day)}
              times={chosen.times}
              error={error}
            />
          </div>
          <div className="grid gap-3 sm:flex sm:flex-wrap">
            <Button type="submit" size="lg" busy={busy}>
              אישור המועד החדש
            </Button>
            <ButtonLink to={to} variant="quiet" size="lg" preventScrollReset>
              להשאיר את המועד
            </ButtonLink>
          </div>
        </Form>
      ) : (
        <p role="status" className="mt-6 rounded-md bg-warning-wash px-4 py-3 font-medium text-warning">
          אין כרגע מועד פנוי אחר בסניף הזה. אפשר להתקשר: <bdi dir="ltr">{phone}</bdi>
        </p>
      )}
    </section>
  );
}
