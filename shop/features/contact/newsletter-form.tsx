import { useEffect, useRef } from 'react';
import { useFetcher } from 'react-router';
import { NEWSLETTER_TEXT } from '#domain/people/consent-texts.ts';
import type { NewsletterReply } from '#domain/people/newsletter-reply.ts';
import { Button } from '#ui/button.tsx';
import { EmailField, Honeypot } from '#ui/form/contact-fields.tsx';
import { FormErrors } from '#ui/form/error-summary.tsx';
import { CheckboxField } from '#ui/form/field.tsx';
import { useForm } from '#ui/form/use-form.ts';
import { Fold } from '#ui/narrow/fold.tsx';
import { track } from '~/track.ts';

const schema = () => import('#contract/leads/newsletter-form.ts').then(({ subscribeForm }) => subscribeForm);

/** A plain form before scripts run; the contact page then shows the reply. */
export default function NewsletterForm() {
  const fetcher = useFetcher<NewsletterReply>({ key: 'newsletter' });
  const status = useRef<HTMLParagraphElement>(null);
  const reply = fetcher.data;
  const form = useForm(schema, {
    reply: reply && !reply.received ? reply : undefined,
    busy: fetcher.state !== 'idle',
  });
  useEffect(() => {
    if (!reply?.received) return;
    status.current?.focus();
    track('lead', { source: 'newsletter', type: 'newsletter' });
  }, [reply]);

  return (
    <section aria-labelledby="newsletter-title" className="bg-ground-2 text-ink">
      <div className="page grid items-start gap-x-12 gap-y-1 py-5 lg:py-10 lg:grid-cols-[1fr_1.4fr]">
        <div>
          <h2 id="newsletter-title" className="text-2xl">
            העדכונים, ישר לתיבה
          </h2>
          <p className="mt-2 text-ink-2">
            דגמים חדשים, מבצעים ועצות. הודעה או שתיים בחודש, ואפשר לבטל את ההרשמה בלחיצה.
          </p>
        </div>
        {reply?.received ? (
          <p ref={status} tabIndex={-1} role="status" className="rounded-md bg-success-wash p-5 font-medium">
            {reply.message}
          </p>
        ) : (
          <Fold until="lg" title="הרשמה לרשימת התפוצה">
            <fetcher.Form {...form.props} action="/contact" className="grid gap-2">
              <FormErrors form={form} />
              <input type="hidden" name="form" value="newsletter" />
              <Honeypot />
              <div className="grid items-start gap-3 min-[22rem]:grid-cols-[1fr_auto]">
                <EmailField {...form.field('email')} enterKeyHint="send" required />
                <div className="min-[22rem]:col-span-full">
                  <CheckboxField {...form.checkbox('consent')} label={NEWSLETTER_TEXT} required />
                </div>
                <Button
                  {...form.button}
                  className="px-4! min-[22rem]:col-start-2 min-[22rem]:row-start-1 sm:px-6! min-[22rem]:mt-[calc(var(--text-sm)*var(--text-sm--line-height)+0.375rem)]"
                >
                  הצטרפות
                </Button>
              </div>
            </fetcher.Form>
          </Fold>
        )}
      </div>
    </section>
  );
}
