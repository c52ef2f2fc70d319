import type { MetaDescriptor } from 'react-router';
import { cancellationForm } from '#contract/leads/lead-form.ts';
import { parseForm } from '#domain/forms/parse-form.ts';
import { CANCELLATION_DAYS } from '#domain/orders/cancellation.ts';
import { orderNumberOf } from '#domain/orders/order-number.ts';
import type { LeadReply } from '#domain/people/lead-reply.ts';
import { telHref } from '#domain/text/links.ts';
import { noteCancellation } from '#server/checkout/orders/cancellation-notices.ts';
import { keepLead } from '#server/leads/inquiries/form.ts';
import { tieToOrder } from '#server/leads/inquiries/inquiry-number.ts';
import { Breadcrumbs } from '#ui/breadcrumbs.tsx';
import { Link } from '#ui/link.tsx';
import { contextOf } from '~/context.ts';
import { useCustomer } from '~/features/account/customer.ts';
import { CancellationForm } from '~/features/contact/cancellation-form.tsx';
import { headOf } from '~/features/seo/head.ts';
import { useFooterValues } from '~/features/shell/footer/footer-values.ts';
import type { Route } from './+types/cancellation.ts';

export const meta = ({ loaderData }: Route.MetaArgs): MetaDescriptor[] => loaderData?.head ?? [];

export function loader({ context }: Route.LoaderArgs) {
  return {
    head: headOf(contextOf(context).store, {
      title: 'ביטול עסקה',
      description: 'ביטול עסקה באתר, בלי התחברות: ממלאים טופס ומקבלים מספר פנייה.',
      path: '/cancellation',
    }),
  };
}

export async function action({ context, request }: Route.ActionArgs): Promise<LeadReply> {
  const ctx = contextOf(context);
  const { data, errors, values } = parseForm(cancellationForm, await request.formData());
  if (errors) return { received: false, errors, values };
  const { order_number: orderNumber, phone, email, ...lead } = data;
  const number = orderNumberOf(orderNumber) ?? orderNumber;
  const message = [number && `הזמנה: ${number}`, lead.message].filter(Boolean).join('\n');
  const reply = await keepLead(
    ctx,
    { ...lead, phone, email, message, order_number: orderNumber, type: 'cancellation', source: 'cancellation' },
    values,
  );
  if (reply.received && reply.number) {
    const order = await noteCancellation(ctx, { orderNumber, phone, email, inquiry: reply.number });
    if (order) await tieToOrder(ctx, reply.number, order);
  }
  return reply;
}

/** The law's page: a deal is cancelled here without signing in. */
export default function CancellationPage({ actionData }: Route.ComponentProps) {
  const values = useFooterValues();
  const state = useCustomer();
  return (
    <div className="page py-4 pb-20">
      <Breadcrumbs items={[{ name: 'ביטול עסקה' }]} />
      <h1 className="mt-6 text-4xl font-black">ביטול עסקה</h1>
      <p className="mt-4 max-w-3xl text-lg text-ink-2">
        אפשר לבטל עסקה בתוך {CANCELLATION_DAYS} ימים מקבלת המוצר או מקבלת מסמך פרטי העסקה, לפי המאוחר מביניהם. הודעת
        הביטול נכנסת לתוקף עם שליחת הטופס, ומספר הפנייה מוצג מיד.
        {values.customer_service_phone && (
          <>
            {' '}
            אפשר לבטל גם בטלפון{'\u00a0'}
            <a href={telHref(values.customer_service_phone)} className="whitespace-nowrap underline">
              <bdi dir="ltr">{values.customer_service_phone}</bdi>
            </a>
            .
          </>
        )}{' '}
        הפרטים המלאים ב
        <Link to="/page/cancellation-policy" className="underline">
          מדיניות הביטולים
        </Link>
        .
      </p>
      <div className="mt-10 max-w-3xl rounded-xl bg-ground-2 p-5 sm:p-10">
        <CancellationForm reply={actionData} customer={state.status === 'signed-in' ? state.customer : null} />
      </div>
    </div>
  );
}
