import { type ChangeEvent, type FocusEvent, useState } from 'react';
import { TextField } from '#ui/form/field.tsx';

export type Person = { first_name: string; last_name: string; email: string };
export type PersonErrors = Partial<Record<keyof Person, string>>;

const letters = /^[\p{L}\p{M}'’׳״" \-־.]+$/u;

function nameError(value: string, missing: string): string | undefined {
  if (value === '') return missing;
  return letters.test(value) ? undefined : 'אותיות, רווחים, גרש ומקף בלבד';
}

/**
 * Errors by field, in Hebrew; the server checks the same by the contract. `needsEmail`: the reason why an e-mail is
 * required.
 */
function validatePerson(person: Person, needsEmail?: string): PersonErrors {
  const all: PersonErrors = {
    first_name: nameError(person.first_name, 'הזינו שם פרטי'),
    last_name: nameError(person.last_name, 'הזינו שם משפחה'),
    email:
      person.email === ''
        ? needsEmail
        : /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/.test(person.email)
          ? undefined
          : 'כתובת דוא״ל לא תקינה',
  };
  return Object.fromEntries(Object.entries(all).filter(([, error]) => error !== undefined));
}

function readPerson(form: HTMLFormElement): Person {
  const data = new FormData(form);
  const text = (name: string) => String(data.get(name) ?? '').trim();
  return { first_name: text('first_name'), last_name: text('last_name'), email: text('email') };
}

/** Validates on submit and when a filled field is left. */
export function usePersonErrors(needsEmail?: string) {
  const [errors, setErrors] = useState<PersonErrors>({});
  const faultsIn = (form: HTMLFormElement) => validatePerson(readPerson(form), needsEmail);
  const recheck = (form: HTMLFormElement, name: string) =>
    setErrors((before) => ({ ...before, [name]: faultsIn(form)[name as keyof Person] }));
  return {
    errors,
    check(form: HTMLFormElement): Person | null {
      const found = faultsIn(form);
      setErrors(found);
      return Object.keys(found).length === 0 ? readPerson(form) : null;
    },
    onBlur({ currentTarget: { form, name, value } }: FocusEvent<HTMLInputElement>) {
      if (form && (value.trim() !== '' || (name === 'email' && !needsEmail))) recheck(form, name);
    },
    /** A corrected field loses its error at once; a new error waits for blur. */
    onChange({ currentTarget: { form, name } }: ChangeEvent<HTMLInputElement>) {
      if (form && errors[name as keyof Person]) recheck(form, name);
    },
  };
}

type Props = Pick<ReturnType<typeof usePersonErrors>, 'errors' | 'onBlur' | 'onChange'> & { values?: Partial<Person> };

export function PersonFields({ errors, onBlur, onChange, values = {} }: Props) {
  const field = (name: keyof Person) => ({
    name,
    error: errors[name],
    onBlur,
    onChange,
    defaultValue: values[name] ?? '',
  });
  return (
    <>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField label="שם פרטי" autoComplete="given-name" required maxLength={60} {...field('first_name')} />
        <TextField label="שם משפחה" autoComplete="family-name" required maxLength={60} {...field('last_name')} />
      </div>
      <TextField
        label="דוא״ל"
        type="email"
        inputMode="email"
        autoComplete="email"
        maxLength={254}
        {...field('email')}
      />
    </>
  );
}
