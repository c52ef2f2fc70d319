import type { ComponentProps } from 'react';
import { TextField } from './field.tsx';

type Props = Omit<ComponentProps<typeof TextField>, 'label'> & { label?: string };

export const PhoneField = (props: Props) => (
  <TextField label="טלפון" type="tel" inputMode="tel" autoComplete="tel" maxLength={30} {...props} />
);

export const EmailField = (props: Props) => (
  <TextField label="דוא״ל" type="email" inputMode="email" autoComplete="email" maxLength={254} {...props} />
);

/** A hidden field (honeypot): a form that has something in it was sent by a program. */
export const Honeypot = () => (
  <div hidden>
    <input name="website" tabIndex={-1} autoComplete="off" aria-hidden="true" />
  </div>
);
