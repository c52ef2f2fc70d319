import { redirect } from 'react-router';
import { reviewForm } from '#contract/leads/review-form.ts';
import { parseForm } from '#domain/forms/parse-form.ts';
import type { ReviewReply } from '#domain/people/reviews.ts';
import { declineInvitations, hasDeclined } from '#server/leads/reviews/invite.ts';
import { reviewableOf, writeReview } from '#server/leads/reviews/write.ts';
import { Refusal } from '#server/platform/errors.ts';
import { contextOf } from '~/context.ts';
import { DeclineForm } from '~/features/reviews/decline-form.tsx';
import { OwnReview } from '~/features/reviews/own-review.tsx';
import { notFoundOr } from '~/not-found.ts';
import { loaderHeadersOf, secretMeta, uncached } from '~/uncached-page.ts';
import type { Route } from './+types/review.ts';

export const meta: Route.MetaFunction = secretMeta;
export const headers = loaderHeadersOf;

export async function loader({ context, params }: Route.LoaderArgs) {
  const ctx = contextOf(context);
  const products = await reviewableOf(ctx, params.secret).catch(notFoundOr);
  return uncached({
    products,
    declined: await hasDeclined(ctx, params.secret),
    secret: params.secret,
    title: `הביקורות שלי | ${ctx.store.name}`,
  });
}

type Reply = { product: string } & ReviewReply;

/** Writes a review, or takes down that no more invitations are wanted. */
export async function action({ context, params, request }: Route.ActionArgs): Promise<Reply | Response> {
  const ctx = contextOf(context);
  const form = await request.formData();
  if (form.has('decline')) {
    await declineInvitations(ctx, params.secret).catch(notFoundOr);
    return redirect(`/review/${encodeURIComponent(params.secret)}`, 303);
  }
  const { data: review, errors, values } = parseForm(reviewForm, form);
  const product = String(form.get('product_uid') ?? '');
  if (errors) return { product, saved: false, errors, values };
  try {
    await writeReview(ctx, params.secret, review);
    return { product, saved: true };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (error.code === 'ORDER_NOT_FOUND') return notFoundOr(error);
    return { product, saved: false, errors: {}, values, message: error.message };
  }
}

export default function ReviewPage({ loaderData: { products, declined, secret }, actionData }: Route.ComponentProps) {
  return (
    <div className="page max-w-3xl py-10 pb-20 lg:pt-16">
      <h1 className="text-4xl font-black">{products.length > 0 ? 'ספרו איך היה' : 'עוד מוקדם לביקורת'}</h1>
      <p className="mt-3 text-lg text-ink-2">
        {products.length > 0
          ? 'גם מה שפחות טוב: כמה מילים שלכם עוזרות לאחרים לבחור. הביקורת מוצגת אחרי שקראנו אותה, עם השם הפרטי והאות הראשונה של שם המשפחה.'
          : 'אפשר לכתוב ביקורת אחרי שהמוצר נמסר לכם. הקישור הזה יעבוד גם אז.'}
      </p>
      <div className="mt-8 grid gap-8">
        {products.map((one) => (
          <OwnReview
            key={one.product.id}
            reviewable={one}
            secret={secret}
            reply={actionData?.product === one.product.id ? actionData : undefined}
          />
        ))}
      </div>
      <DeclineForm declined={declined} />
    </div>
  );
}
