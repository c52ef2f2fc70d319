import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Form, useNavigation, useSearchParams } from 'react-router';
import type { Slots } from '#contract/leads/bookings.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { DayPicker } from './day-picker.tsx';
import { dayInWords } from './form.tsx';
import { TimePicker } from './time-picker.tsx';

type Props = {
  slots: Slots;
  phone: string;
  /** The field that tells the page's action what the time is for. */
  does: 'move' | 'book';
  words: { title: string; text: string; submit: string; none: string };
  /** Shown without being asked for: doesn't take the focus. */
  inPage?: boolean;
  /** The way back, where there is a time to keep. */
  keep?: { to: string; label: string };
};

/** Day and time of a visit. Without scripts a day is a link, and the form is a plain one. */
export function TimeForm({ slots, phone, does, words, inPage = false, keep }: Props) {
  const [search] = useSearchParams();
  const free = slots.days.filter(({ times }) => times.length > 0);
  const requestedDay = search.get('day');
  const [day, setDay] = useState(free.find((one) => one.day === requestedDay)?.day ?? free[0]?.day ?? '');
  const [error, setError] = useState<string>();
  const busy = useNavigation().formMethod === 'POST';
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!inPage) title.current?.focus({ preventScroll: true });
  }, [inPage]);
  // A time that was just taken is no longer free.
  const chosenDay = free.find((one) => one.day === day) ?? free[0];

  function check(event: FormEvent<HTMLFormElement>): void {
    if (new FormData(event.currentTarget).has('time')) return;
    event.preventDefault();
    setError('בחרו שעה');
    event.currentTarget.querySelector<HTMLInputElement>('input[name=time]')?.focus();
  }

  return (
    <section aria-labelledby="move-title">
      <h2 id="move-title" ref={title} tabIndex={-1} className="text-2xl font-bold focus:outline-none">
        {words.title}
      </h2>
      <p className="mt-2 text-ink-2">{words.text}</p>
      {chosenDay ? (
        <Form
          method="post"
          noValidate
          onSubmit={check}
          onInput={() => setError(undefined)}
          preventScrollReset
          className="mt-6 grid gap-8"
        >
          <input type="hidden" name={does} value="1" />
          <div className="grid items-start gap-8 lg:grid-cols-2">
            <section aria-labelledby="day-title">
              <h3 id="day-title" className="mb-3 text-xl">
                באיזה יום?
              </h3>
              <DayPicker days={slots.days} chosen={chosenDay.day} onChoose={setDay} />
            </section>
            <TimePicker
              key={chosenDay.day}
              day={chosenDay.day}
              label={dayInWords(chosenDay.day)}
              times={chosenDay.times}
              error={error}
              heading="h3"
            />
          </div>
          <div className="grid gap-3 sm:flex sm:flex-wrap">
            <Button type="submit" size="lg" busy={busy}>
              {words.submit}
            </Button>
            {keep && (
              <ButtonLink to={keep.to} variant="quiet" size="lg" preventScrollReset>
                {keep.label}
              </ButtonLink>
            )}
          </div>
        </Form>
      ) : (
        <p role="status" className="mt-6 rounded-md bg-warning-wash px-4 py-3 font-medium text-warning">
          {words.none} אפשר להתקשר: <bdi dir="ltr">{phone}</bdi>
        </p>
      )}
    </section>
  );
}
