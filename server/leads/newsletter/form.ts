import { subscribeForm } from '#contract/leads/newsletter-form.ts';
import { parseForm } from '#domain/forms/parse-form.ts';
import type { NewsletterReply } from '#domain/people/newsletter-reply.ts';
import type { RequestContext } from '../../context.ts';
import { Refusal } from '../../platform/errors.ts';
import { subscribe } from './newsletter.ts';

/** Action of the newsletter form: subscribes, and returns the reply to show. */
export async function receiveSubscriber(ctx: RequestContext, form: FormData): Promise<NewsletterReply> {
  const { data, errors, values } = parseForm(subscribeForm, form);
  const refused = (message: string): NewsletterReply => ({
    form: 'newsletter',
    received: false,
    message,
    errors: errors ?? {},
    values,
  });
  if (errors) return refused(Object.values(errors)[0] ?? '');
  try {
    await subscribe(ctx, data);
    return {
      form: 'newsletter',
      received: true,
      message: 'שלחנו אליכם הודעה עם קישור. לחצו עליו כדי לאשר את ההרשמה.',
    };
  } catch (error) {
    if (error instanceof Refusal) return refused(error.message);
    throw error;
  }
}
