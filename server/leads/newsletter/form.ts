import { subscribeBody } from '#contract/leads/mailing.ts';
import { type NewsletterReply, validateNewsletter } from '#domain/people/newsletter.ts';
import type { RequestContext } from '../../context.ts';
import { Refusal } from '../../platform/errors.ts';
import { subscribe } from './newsletter.ts';

/** Action of the newsletter form: subscribes, and returns the reply to show. */
export async function receiveSubscriber(ctx: RequestContext, form: FormData): Promise<NewsletterReply> {
  const reply = (received: boolean, message: string): NewsletterReply => ({ form: 'newsletter', received, message });
  const { email, consent } = validateNewsletter(form);
  if (email || consent) return reply(false, email ?? consent ?? '');
  const parsed = subscribeBody.safeParse({
    email: String(form.get('email')).trim(),
    consent: true,
    website: String(form.get('website') ?? ''),
  });
  if (!parsed.success) return reply(false, 'כתובת דוא״ל לא תקינה');
  try {
    await subscribe(ctx, parsed.data);
    return reply(true, 'שלחנו אליכם הודעה עם קישור. לחצו עליו כדי לאשר את ההרשמה.');
  } catch (error) {
    if (error instanceof Refusal) return reply(false, error.message);
    throw error;
  }
}
