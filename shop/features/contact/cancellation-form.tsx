import { useEffect, useRef, useState } from 'react';
import { Form, useLocation, useNavigation, useSearchParams } from 'react-router';
import type { Customer } from '#contract/customers/customers.ts';
import { REFUND_DAYS } from '#domain/orders/cancellation.ts';
import type { LeadReply } from '#domain/people/lead-reply.ts';
import { keepNumber } from '#domain/text/format.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { EmailField, PhoneField } from '#ui/form/contact-fields.tsx';
import { FormErrors } from '#ui/form/error-summary.tsx';
import { TextArea, TextField } from '#ui/form/field.tsx';
import { useForm } from '#ui/form/use-form.ts';
import { Price } from '#ui/price.tsx';
import type { CancellationFrom } from '~/features/order/cancellation-from.ts';
import { askOpenOrder } from '~/features/order/open-order.ts';
import { useFormDraft } from '~/forms/draft.ts';

const schema = () => import('#contract/leads/lead-form.ts').then(({ cancellationForm }) => cancellationForm);

type Props = { reply: LeadReply | undefined; customer: Customer | null };

export function CancellationForm({ reply, customer }: Props) {
  const element = useRef<HTMLFormElement>(null);
  const location = useLocation();
  // The form's reply is another location.
  const [from] = useState(location.state as CancellationFrom | null);
  const sender = from ?? customer;
  const order = useSearchParams()[0].get('order') ?? '';
  const form = useForm(schema, {
    reply: reply && !reply.received ? reply : undefined,
    values: { order_number: order },
    busy: useNavigation().formAction !== undefined,
  });
  useFormDraft(`cancellation ${order}`, form.id, reply?.received && reply);
  // After the draft, which fills empty fields as well.
  useEffect(() => {
    if (sender && element.current) fillEmpty(element.current, sender);
  }, [sender]);
  const received = useRef<HTMLDivElement>(null);
  // The page gets shorter with the form, and its replacement would be above the viewport.
  useEffect(() => {
    if (!reply?.received) return;
    received.current?.focus();
    // The page may show that order as one to be paid.
    void askOpenOrder();
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
        <p>ניצור קשר להשלמת הביטול. אם שילמתם, ההחזר יבוצע בתוך {REFUND_DAYS} ימים לכל היותר.</p>
        {from && (
          <div className="mt-3">
            <ButtonLink to={from.back} reloadDocument variant="secondary">
              חזרה להזמנה
            </ButtonLink>
          </div>
        )}
      </div>
    );
  }
  return (
    <Form ref={element} {...form.props} preventScrollReset className="grid gap-4">
      <FormErrors form={form} />
      {from && <KnownOrder {...from} />}
      <TextField
        label="מספר הזמנה"
        {...form.field('order_number')}
        dir="ltr"
        maxLength={40}
        hint="מופיע באישור ההזמנה"
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label="שם מלא" {...form.field('name')} autoComplete="name" required maxLength={80} />
        <PhoneField {...form.field('phone')} required />
      </div>
      <EmailField {...form.field('email')} hint="לאישור הביטול בכתב" />
      <TextArea label="אילו פריטים לבטל, ומה הסיבה" {...form.field('message')} maxLength={1900} />
      <Button {...form.button} size="lg" className="mt-2">
        שליחת הודעת ביטול
      </Button>
    </Form>
  );
}

/** What the order was made of, and what of its money is to be expected back. */
function KnownOrder({ goods = [], paid }: Partial<CancellationFrom>) {
  return (
    <section aria-label="מה בהזמנה" className="grid gap-3 rounded-lg bg-ground p-4">
      <ul className="grid gap-1 font-semibold">
        {goods.map(({ name, quantity }, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two lines may have one name, and the list never moves
          <li key={i}>
            <bdi>{keepNumber(name)}</bdi>
            {quantity > 1 && <span className="font-normal text-ink-2">, {quantity} יחידות</span>}
          </li>
        ))}
      </ul>
      {paid && (
        <p className="text-sm text-ink-2">
          שילמתם <Price value={paid.sum} />. בביטול בשל פגם, אי־התאמה או איחור הכול חוזר; בביטול אחר ייתכן ניכוי של דמי
          ביטול, עד <Price value={Math.min(paid.fee, paid.sum)} />. ההחזר יבוצע בתוך {REFUND_DAYS} ימים לכל היותר.
        </p>
      )}
    </section>
  );
}

/** Fills empty fields from the order or the account. */
function fillEmpty(
  form: HTMLFormElement,
  { full_name, phone, email }: Pick<Customer, 'full_name' | 'phone' | 'email'>,
): void {
  for (const [name, value] of Object.entries({ name: full_name, phone, email })) {
    const field = form.elements.namedItem(name);
    if (field instanceof HTMLInputElement && field.value === '' && value) field.value = value;
  }
}
