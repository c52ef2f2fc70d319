import { useEffect, useRef } from 'react';
import { Form, type MetaDescriptor, redirect, useNavigation } from 'react-router';
import { papersCookie } from '#server/checkout/fulfilment/buyer-tasks/paper-access.ts';
import { findOrderByForm } from '#server/customers/account/find-order.ts';
import { Button } from '#ui/button.tsx';
import { PhoneField } from '#ui/form/contact-fields.tsx';
import { TextField } from '#ui/form/field.tsx';
import { useStopSecond } from '#ui/form/use-stop-second.ts';
import { contextOf } from '~/context.ts';
import { headOf } from '~/features/seo/head.ts';
import { useFormDraft, writeDraft } from '~/forms/draft.ts';
import { loaderHeadersOf, uncached } from '~/uncached-page.ts';
import type { Route } from './+types/find-order.ts';

export const meta = ({ loaderData }: Route.MetaArgs): MetaDescriptor[] => loaderData?.head ?? [];
export const headers = loaderHeadersOf;

/**
 * What the order is looked up for: papers that were sent for it are opened by the code alone, even by who has the
 * order's link.
 */
const purposes = {
  order: { title: 'איפה ההזמנה שלי?', why: '', seen: 'ההזמנה', submit: 'לפרטי ההזמנה', page: '' },
  papers: {
    title: 'המסמכים ששלחתם',
    why: 'כדי לשמור על מסמכים מזהים, הם נפתחים רק אחרי אימות הטלפון. ',
    seen: 'המסמכים',
    submit: 'למסמכים',
    page: '/tasks',
  },
};
const purposeOf = (value: unknown): keyof typeof purposes => (value === 'papers' ? value : 'order');

export function loader({ context, request }: Route.LoaderArgs) {
  const ctx = contextOf(context);
  const { searchParams } = new URL(request.url);
  const purpose = purposeOf(searchParams.get('for'));
  const description = 'מספר ההזמנה והטלפון שמסרתם בהזמנה, והפרטים לפניכם.';
  return uncached({
    head: headOf(ctx.store, { title: purposes[purpose].title, description, path: '/order', noindex: true }),
    number: searchParams.get('order')?.slice(0, 20) ?? '',
    purpose,
  });
}

/** Two plain forms, one after the other: who has no scripts finds the order, too. */
export async function action({ context, request }: Route.ActionArgs) {
  const ctx = contextOf(context);
  const form = await request.formData();
  const reply = await findOrderByForm(ctx, form);
  if (reply.step !== 'found') return reply;
  const headers: HeadersInit = reply.carries ? { 'set-cookie': papersCookie(ctx, reply.carries) } : {};
  return redirect(`/order/${reply.secret}${purposes[purposeOf(form.get('for'))].page}`, { status: 303, headers });
}

export default function FindOrder({ loaderData: { purpose, ...loaded }, actionData: reply }: Route.ComponentProps) {
  const words = purposes[purpose];
  const navigation = useNavigation();
  const busy = navigation.formMethod === 'POST';
  const stopSecond = useStopSecond(busy);
  const status = useRef<HTMLDivElement>(null);
  const typedOrder = reply?.step === 'order' ? reply : null;
  const errors = typedOrder?.errors ?? {};
  const atCode = reply?.step === 'code' ? reply : null;
  useFormDraft('order', atCode ? undefined : 'find-order');
  const trouble = errors.form ?? atCode?.error;
  useEffect(() => {
    if (!reply) return;
    const wrong = document.querySelector<HTMLElement>('#content [aria-invalid]');
    (wrong ?? status.current)?.focus();
  }, [reply]);
  const { number, phone } = atCode ?? {};
  const arrived = navigation.state === 'idle';
  // A phone that reads its messages meanwhile may load the page anew. The router writes its own address until it has
  // arrived.
  useEffect(() => {
    if (!number || !phone || !arrived) return;
    window.history.replaceState(
      window.history.state,
      '',
      `?${new URLSearchParams({ order: number, ...(purpose !== 'order' && { for: purpose }) })}`,
    );
    writeDraft('order', { number, phone });
  }, [number, phone, arrived, purpose]);
  return (
    <div className="page max-w-xl py-10 pb-20 lg:pt-16">
      <h1 className="text-3xl font-black">{words.title}</h1>
      <div ref={status} tabIndex={-1} className="mt-3 outline-none">
        {trouble ? (
          <p role="alert" className="rounded-md bg-danger-wash px-4 py-3 font-medium text-danger">
            {trouble}
          </p>
        ) : (
          <p className="text-lg text-ink-2">
            {atCode ? (
              <>
                שלחנו קוד ב־SMS אל <bdi dir="ltr">{atCode.phone}</bdi>. הזינו אותו כדי לראות את {words.seen}.
              </>
            ) : (
              <>
                {words.why}
                הזינו את מספר ההזמנה ואת הטלפון הנייד שמסרתם בהזמנה. נשלח אליו קוד חד־פעמי.
              </>
            )}
          </p>
        )}
      </div>
      {atCode ? (
        <Form method="post" noValidate onSubmit={stopSecond} key="code" className="mt-8 grid gap-5">
          <input type="hidden" name="number" value={atCode.number} />
          <input type="hidden" name="phone" value={atCode.phone} />
          <input type="hidden" name="for" value={purpose} />
          <TextField
            label="הקוד שקיבלתם"
            name="code"
            dir="ltr"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={6}
            pattern="\d{6}"
            required
            // As the message shows it, or with what stands around it.
            onPaste={(event) => {
              event.preventDefault();
              event.currentTarget.value = event.clipboardData.getData('text').replace(/\D/g, '').slice(0, 6);
            }}
          />
          <div className="flex flex-wrap gap-3">
            <Button type="submit" busy={busy}>
              {words.submit}
            </Button>
            <Button type="submit" name="again" value="1" variant="quiet" disabled={busy}>
              שליחת קוד נוסף
            </Button>
            <Button type="submit" name="change" value="1" variant="quiet" disabled={busy}>
              שינוי המספר או הטלפון
            </Button>
          </div>
        </Form>
      ) : (
        <Form method="post" noValidate onSubmit={stopSecond} key="order" id="find-order" className="mt-8 grid gap-5">
          <input type="hidden" name="for" value={purpose} />
          <TextField
            label="מספר הזמנה"
            name="number"
            dir="ltr"
            defaultValue={typedOrder?.number ?? loaded.number}
            autoComplete="off"
            autoCapitalize="characters"
            maxLength={20}
            required
            hint="נמצא באישור שנשלח אליכם"
            {...(errors.number && { error: errors.number })}
          />
          <PhoneField
            label="טלפון נייד"
            name="phone"
            defaultValue={typedOrder?.phone}
            required
            {...(errors.phone && { error: errors.phone })}
          />
          <div>
            <Button type="submit" busy={busy}>
              שליחת קוד
            </Button>
          </div>
        </Form>
      )}
    </div>
  );
}
