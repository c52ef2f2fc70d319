import type { FormReply } from '../forms/parse-form.ts';
import { parsePhone } from './phone.ts';

/** Reply of a lead form; `number` is the inquiry's, where it has one. */
export type LeadReply = { received: true; number?: string } | ({ received: false } & FormReply);

export type LeadErrors = Partial<Record<'name' | 'phone' | 'email' | 'message', string>>;

const text = (form: FormData, name: string): string => String(form.get(name) ?? '').trim();

/** Errors by field, in Hebrew; the server applies the same rules through the contract. */
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
