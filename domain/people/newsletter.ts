/** Reply of the newsletter form. */
export type NewsletterReply = { form: 'newsletter'; received: boolean; message: string };

/** Errors by field, in Hebrew; the server applies the same rules. */
export function validateNewsletter(form: FormData): { email?: string; consent?: string } {
  const email = String(form.get('email') ?? '').trim();
  return {
    ...(email === '' && { email: 'הזינו דוא״ל' }),
    ...(email !== '' && !/^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/.test(email) && { email: 'כתובת דוא״ל לא תקינה' }),
    ...(form.get('consent') === null && { consent: 'סמנו את ההסכמה כדי להירשם' }),
  };
}
