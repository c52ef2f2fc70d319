import type { MetaDescriptor } from 'react-router';
import type { LeadReply } from '#domain/people/lead-reply.ts';
import type { NewsletterReply } from '#domain/people/newsletter-reply.ts';
import { telHref } from '#domain/text/links.ts';
import { productOfSlug } from '#server/catalogue/cards/product-names.ts';
import { contactTypes } from '#server/leads/inquiries/contacts.ts';
import { receiveLead } from '#server/leads/inquiries/form.ts';
import { receiveSubscriber } from '#server/leads/newsletter/form.ts';
import { Breadcrumbs } from '#ui/breadcrumbs.tsx';
import { contextOf } from '~/context.ts';
import { LeadForm } from '~/features/contact/lead-form.tsx';
import AnswersNow from '~/features/product/answers-now.tsx';
import { headOf } from '~/features/seo/head.ts';
import { useFooterValues } from '~/features/shell/footer/footer-values.ts';
import { choicesIn } from '~/inquiry-path.ts';
import type { Route } from './+types/contact.ts';

export const meta = ({ loaderData }: Route.MetaArgs): MetaDescriptor[] => loaderData?.head ?? [];

/** The address may name a product and what was put together of it (`inquiry-path.ts`), and the subject. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = contextOf(context);
  const search = new URL(request.url).searchParams;
  const slug = search.get('product');
  const product = slug && (await productOfSlug(ctx, slug));
  return {
    head: headOf(ctx.store, {
      title: 'יצירת קשר',
      description: 'כתבו לנו, התקשרו או השאירו פרטים, ונחזור אליכם.',
      path: '/contact',
    }),
    // A cancellation has a form of its own, which the law wants found at once.
    types: contactTypes(ctx.store.settings)
      .filter(({ key }) => key !== 'cancellation')
      .map(({ key, name }) => ({ id: key, name })),
    type: search.get('type') ?? (product ? 'sale' : ''),
    ...(product && { product, choices: choicesIn(search) }),
    homeVisit: ctx.store.settings.home_visit ?? null,
  };
}

export async function action({ context, request }: Route.ActionArgs): Promise<LeadReply | NewsletterReply> {
  const form = await request.formData();
  // The newsletter's form stands in every footer, and without scripts it is answered here.
  if (form.get('form') === 'newsletter') return receiveSubscriber(contextOf(context), form);
  return receiveLead(contextOf(context), form);
}

export default function ContactPage({ loaderData, actionData }: Route.ComponentProps) {
  const { types, type, product, homeVisit } = loaderData;
  const values = useFooterValues();
  // Without scripts the forms' answers come as the page's own.
  const newsletter = actionData && 'form' in actionData ? actionData : undefined;
  const lead = actionData && !('form' in actionData) ? actionData : undefined;
  return (
    <div className="page py-4 pb-20">
      <Breadcrumbs items={[{ name: 'יצירת קשר' }]} />
      <div className="mt-6 grid gap-12 lg:grid-cols-[1fr_1.3fr]">
        <div>
          <h1 className="text-4xl font-black">יצירת קשר</h1>
          <p className="mt-4 max-w-prose text-lg text-ink-2">
            שאלה על דגם, על הזמנה או על טיפול? כתבו לנו ונחזור אליכם.
          </p>
          <AnswersNow className="mt-6 text-ink-2" />
          {homeVisit && (
            <section className="mt-6 max-w-prose rounded-lg bg-ground-2 p-4">
              <h2 className="text-lg">{homeVisit.name}</h2>
              <p className="text-ink-2">{homeVisit.text} בוחרים זאת בנושא הפנייה, ואנחנו מתקשרים לקבוע מועד.</p>
            </section>
          )}
          <dl className="mt-6 grid gap-4 sm:grid-cols-2 lg:grid-cols-1">
            <Line label="מכירות" phone={values.sale_phone} />
            <Line label="שירות לקוחות" phone={values.customer_service_phone} />
            {values.activity_time && (
              <div>
                <dt className="text-sm text-ink-3">מענה טלפוני</dt>
                <dd className="whitespace-pre-line">{values.activity_time}</dd>
              </div>
            )}
            {values.address && (
              <div>
                <dt className="text-sm text-ink-3">כתובת</dt>
                <dd>{values.address}</dd>
              </div>
            )}
          </dl>
        </div>
        <div className="rounded-xl bg-ground-2 p-5 sm:p-10">
          {newsletter && (
            <p role="status" className="mb-4 font-semibold">
              {newsletter.message}
            </p>
          )}
          <LeadForm
            source="contact"
            button="שליחת הפנייה"
            {...{ types, type, product }}
            choices={loaderData.choices}
            answer={lead}
          />
        </div>
      </div>
    </div>
  );
}

function Line({ label, phone }: { label: string; phone?: string }) {
  if (!phone) return null;
  return (
    <div>
      <dt className="text-sm text-ink-3">{label}</dt>
      <dd>
        <a href={telHref(phone)} className="inline-flex min-h-11 items-center text-xl font-semibold hover:underline">
          <bdi dir="ltr">{phone}</bdi>
        </a>
      </dd>
    </div>
  );
}
