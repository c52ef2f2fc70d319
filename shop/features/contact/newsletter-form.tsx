import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useFetcher } from 'react-router';
import { NEWSLETTER_TEXT } from '#domain/people/consent-texts.ts';
import type { NewsletterReply } from '#domain/people/newsletter.ts';
import { validateNewsletter } from '#domain/people/newsletter.ts';
import { Button } from '#ui/button.tsx';
import { ErrorSummary, useSent } from '#ui/form/error-summary.tsx';
import { CheckboxField, TextField } from '#ui/form/field.tsx';
import { track } from '~/track.ts';

/** A plain form before scripts run; the contact page then shows the reply. */
export default function NewsletterForm() {
  const fetcher = useFetcher<NewsletterReply>({ key: 'newsletter' });
  const [errors, setErrors] = useState<ReturnType<typeof validateNewsletter>>({});
  const { sent, failed } = useSent();
  const status = useRef<HTMLParagraphElement>(null);
  const reply = fetcher.data;
  useEffect(() => {
    if (reply) status.current?.focus();
    if (reply?.received) track('lead', { source: 'newsletter', type: 'newsletter' });
  }, [reply]);

  function check(event: FormEvent<HTMLFormElement>): void {
    const found = validateNewsletter(new FormData(event.currentTarget));
    setErrors(found);
    if (Object.keys(found).length === 0) return;
    event.preventDefault();
    failed();
  }

  return (
    <section aria-labelledby="newsletter-title" className="bg-ground-2 text-ink">
      <div className="page grid items-start gap-x-12 gap-y-4 py-10 lg:grid-cols-[1fr_1.4fr]">
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
          <fetcher.Form method="post" action="/contact" noValidate onSubmit={check} className="grid gap-2">
            <ErrorSummary errors={errors} sent={sent} />
            {reply && (
              <p
                ref={status}
                tabIndex={-1}
                role="alert"
                className="rounded-md bg-danger-wash p-3 font-medium text-danger"
              >
                {reply.message}
              </p>
            )}
            <input type="hidden" name="form" value="newsletter" />
            <div hidden>
              <input name="website" tabIndex={-1} autoComplete="off" aria-hidden="true" />
            </div>
            <div className="grid items-start gap-3 sm:grid-cols-[1fr_auto]">
              <TextField
                label="דוא״ל"
                name="email"
                type="email"
                inputMode="email"
                autoComplete="email"
                enterKeyHint="send"
                required
                maxLength={254}
                error={errors.email}
              />
              <div className="sm:col-span-full">
                <CheckboxField name="consent" label={NEWSLETTER_TEXT} required error={errors.consent} />
              </div>
              <Button
                type="submit"
                busy={fetcher.state !== 'idle'}
                className="sm:col-start-2 sm:row-start-1 sm:mt-[calc(var(--text-sm)*var(--text-sm--line-height)+0.375rem)]"
              >
                הצטרפות
              </Button>
            </div>
          </fetcher.Form>
        )}
      </div>
    </section>
  );
}
