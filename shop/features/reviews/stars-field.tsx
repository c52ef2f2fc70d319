import { useId } from 'react';
import { STAR_SHAPE } from '#ui/stars.tsx';

const words = ['גרוע', 'לא טוב', 'סביר', 'טוב', 'מצוין'];

type Props = {
  /** Of the first star, where an error leads to. */
  id?: string;
  label: string;
  name: string;
  value?: number | undefined;
  required?: boolean;
  error?: string;
};

/** One to five stars, as radio buttons: the chosen one and those before it are filled, with and without scripts. */
export function StarsField({ id: callerId, label, name, value, required, error }: Props) {
  const ownId = useId();
  const id = callerId ?? ownId;
  return (
    <fieldset aria-describedby={error ? `${id}-error` : undefined} className="grid gap-0.5">
      <legend className="text-sm font-medium text-ink-2">
        {label}
        {!required && <span className="font-normal text-ink-3"> (לא חובה)</span>}
      </legend>
      <div className="-ms-2 flex">
        {words.map((word, index) => (
          <label
            key={word}
            className="grid size-11 place-items-center rounded-md text-ink-3 has-checked:text-star-edge has-focus-visible:outline-3 has-focus-visible:outline-action-ink [&:has(~label_input:checked)]:text-star-edge"
          >
            <input
              type="radio"
              id={index === 0 ? id : undefined}
              name={name}
              value={index + 1}
              defaultChecked={value === index + 1}
              required={required}
              className="peer sr-only"
            />
            <svg
              viewBox="0 0 24 24"
              aria-hidden="true"
              className="size-8 fill-none stroke-current stroke-[1.5] peer-checked:fill-star [label:has(~label_input:checked)>&]:fill-star"
            >
              <path d={STAR_SHAPE} />
            </svg>
            <span className="sr-only">
              {index + 1}: {word}
            </span>
          </label>
        ))}
      </div>
      {error && (
        <p id={`${id}-error`} className="text-sm text-danger">
          {error}
        </p>
      )}
    </fieldset>
  );
}
