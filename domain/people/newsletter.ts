/** What the form of the newsletter is answered with. */
export type NewsletterReply = { form: 'newsletter'; received: boolean; message: string };

/** What is wrong with it, by field, in words to show; the server checks the same. */
export function validateNewsletter(form: FormData): { email?: string; consent?: string } {
  const email = String(form.get('email') ?? '').trim();
  return {
    ...(email === '' && { email: 'הזינו דוא״ל' }),
    ...(email !== '' && !/^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/.test(email) && { email: 'כתובת דוא״ל לא תקינה' }),
    ...(form.get('consent') === null && { consent: 'סמנו את ההסכמה כדי להירשם' }),
  };
}
