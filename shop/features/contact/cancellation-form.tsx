import { useEffect, useRef } from 'react';
import { Form, useNavigation, useSearchParams } from 'react-router';
import type { Customer } from '#contract/customers/customers.ts';
import type { LeadReply } from '#domain/people/lead.ts';
import { Button } from '#ui/button.tsx';
import { ErrorSummary } from '#ui/form/error-summary.tsx';
import { TextArea, TextField } from '#ui/form/field.tsx';
import { useLeadFields } from './use-lead-fields.ts';

type Props = { reply: LeadReply | undefined; customer: Customer | null };

export function CancellationForm({ reply, customer }: Props) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (customer && form.current) fillEmpty(form.current, customer);
  }, [customer]);
  const [search] = useSearchParams();
  const { errors, sent, check, field, message } = useLeadFields(reply);
  const busy = useNavigation().formAction !== undefined;
  const received = useRef<HTMLDivElement>(null);
  // The page gets shorter with the form, and its replacement would be above the viewport.
  useEffect(() => {
    if (reply?.received) received.current?.focus();
  }, [reply]);
  if (reply?.received) {
    return (
      <div ref={received} tabIndex={-1} role="status" className="grid gap-2">
        <h2 className="text-2xl">הודעת הביטול התקבלה</h2>
        {reply.number && (
          <p>
            מספר הפנייה: <strong dir="ltr">{reply.number}</strong>. שמרו אותו.
          </p>
        )}
        <p>ניצור קשר להשלמת הביטול, וההחזר יבוצע בתוך 14 ימים לכל היותר.</p>
      </div>
    );
  }
  const typed = reply?.values ?? {};
  return (
    <Form ref={form} method="post" preventScrollReset noValidate onSubmit={check} className="grid gap-4">
      <ErrorSummary errors={errors} sent={sent} />
      {message && (
        <p role="alert" className="rounded-md bg-danger-wash px-4 py-3 font-medium text-danger">
          {message}
        </p>
      )}
      <TextField
        label="מספר הזמנה"
        name="order_number"
        dir="ltr"
        maxLength={40}
        defaultValue={typed.order_number ?? search.get('order') ?? ''}
        hint="מופיע באישור ההזמנה"
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="שם מלא"
          {...field('name')}
          autoComplete="name"
          required
          maxLength={80}
          defaultValue={typed.name}
        />
        <TextField
          label="טלפון"
          {...field('phone')}
          type="tel"
          autoComplete="tel"
          required
          maxLength={30}
          defaultValue={typed.phone}
        />
      </div>
      <TextField
        label="דוא״ל"
        {...field('email')}
        type="email"
        autoComplete="email"
        maxLength={254}
        defaultValue={typed.email}
        hint="לאישור הביטול בכתב"
      />
      <TextArea label="אילו פריטים לבטל, ומה הסיבה" name="message" maxLength={1900} defaultValue={typed.message} />
      <Button type="submit" size="lg" busy={busy} className="mt-2">
        שליחת הודעת ביטול
      </Button>
    </Form>
  );
}

/** Fills empty fields from the account. */
function fillEmpty(form: HTMLFormElement, { full_name, phone, email }: Customer): void {
  for (const [name, known] of Object.entries({ name: full_name, phone, email })) {
    const field = form.elements.namedItem(name);
    if (field instanceof HTMLInputElement && field.value === '' && known) field.value = known;
  }
}
