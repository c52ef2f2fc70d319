import { CircleAlert } from 'lucide-react';

type Props = {
  /** The first time's, to which an error leads. */
  id?: string;
  day: string;
  label: string;
  times: string[];
  error: string | undefined;
  /** `2026-11-22 09:30` */
  defaultValue?: string | undefined;
  /** Level of its heading: that of the day's. */
  heading: 'h2' | 'h3';
};

const PARTS: [string, string, string][] = [
  ['בוקר', '00:00', '12:00'],
  ['צהריים', '12:00', '15:00'],
  ['אחר הצהריים', '15:00', '18:00'],
  ['ערב', '18:00', '24:00'],
];

export const TIMES_ID = 'times';

/** Free times of a day as native radio buttons. */
export function TimePicker({ id, day, label, times, error, defaultValue, heading: Heading }: Props) {
  return (
    <fieldset id={TIMES_ID} aria-describedby={error ? 'time-error' : undefined} className="grid gap-4">
      <legend className="mb-3">
        <Heading className="text-xl">באיזו שעה?</Heading> <span className="text-ink-2">{label}</span>
      </legend>
      {PARTS.map(([name, from, to]) => {
        const partTimes = times.filter((time) => time >= from && time < to);
        if (partTimes.length === 0) return null;
        return (
          <div key={name}>
            <p className="mb-2 text-sm font-medium text-ink-2">{name}</p>
            <div className="grid grid-cols-[repeat(auto-fill,minmax(4.75rem,1fr))] gap-2">
              {partTimes.map((time) => (
                <label
                  key={time}
                  className="grid min-h-12 cursor-pointer place-items-center rounded-md bg-ground-2 font-semibold tabular hover:bg-ground-3 has-checked:bg-action has-checked:text-on-action has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-action-ink"
                >
                  <input
                    id={time === times[0] ? id : undefined}
                    type="radio"
                    name="time"
                    value={`${day} ${time}`}
                    defaultChecked={`${day} ${time}` === defaultValue}
                    className="sr-only"
                    required
                  />
                  <bdi dir="ltr">{time}</bdi>
                </label>
              ))}
            </div>
          </div>
        );
      })}
      {error && (
        <p id="time-error" className="flex items-start gap-1.5 text-sm text-danger">
          <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          {error}
        </p>
      )}
    </fieldset>
  );
}
