import { parsePhone } from './phone.ts';

export type LeadErrors = Partial<Record<'name' | 'phone' | 'email' | 'message', string>>;

/** What a form of details is answered with; `number` is the inquiry's, where one is given. */
export type LeadReply = { received: true; number?: string } | { received: false; message: string; errors: LeadErrors };

const text = (form: FormData, name: string): string => String(form.get(name) ?? '').trim();

/** What is wrong with the form, by field, in words to show; the server checks the same by the contract. */
export function validateLead(form: FormData): LeadErrors {
  const errors: LeadErrors = {};
  if (text(form, 'name').length < 2) errors.name = 'הזינו שם';
  const phone = text(form, 'phone');
  if (phone === '') errors.phone = 'הזינו מספר טלפון';
  else if (!parsePhone(phone)) errors.phone = 'מספר טלפון לא תקין';
  const email = text(form, 'email');
  if (email !== '' && !/^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/.test(email)) errors.email = 'כתובת דוא״ל לא תקינה';
  return errors;
}
