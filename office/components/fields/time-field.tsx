import { type ComponentProps, useState } from 'react';
import { TextField } from '#ui/form/field.tsx';

type Props = Omit<ComponentProps<typeof TextField>, 'value' | 'defaultValue' | 'onChange'> & {
  value?: string;
  defaultValue?: string;
  onChange?: (value: string) => void;
};

/**
 * An hour of 24, `09:30`. Browsers' own field follows the browser's language, not the page's, and may ask for AM or PM.
 */
export function TimeField({ value, defaultValue = '', onChange, ...field }: Props) {
  const [typedTime, setTypedTime] = useState(defaultValue);
  const set = (typed: string) => {
    setTypedTime(typed);
    onChange?.(typed);
  };
  return (
    <TextField
      {...field}
      inputMode="numeric"
      autoComplete="off"
      maxLength={5}
      pattern="(?:[01]\d|2[0-3]):[0-5]\d"
      title="שעה ודקות, כמו ⁦09:30⁩"
      value={value ?? typedTime}
      onChange={(event) => set(event.target.value)}
      onBlur={(event) => set(wholeTime(event.target.value))}
    />
  );
}

/** `9`, `930` and `9.30` as they are meant; anything else stays as it is typed. */
function wholeTime(typed: string): string {
  const [, hours, minutes = '00'] = /^\s*(\d{1,2})(?:[:.\s]?(\d{2}))?\s*$/.exec(typed) ?? [];
  return hours === undefined ? typed : `${hours.padStart(2, '0')}:${minutes}`;
}
