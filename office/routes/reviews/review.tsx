import { Link } from 'react-router';
import { answerToReview, publish, refuseReview } from '#server/office/reviews/moderate.ts';
import { type ReviewPage, readReview } from '#server/office/reviews/read-voice.ts';
import { Stars } from '#ui/stars.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { Facts, Panel, PhotosPanel } from '../../components/panel.tsx';
import { act, load } from '../../load.ts';
import type { Route } from './+types/review.ts';
import { About, AnswerForm, RefuseDialog, StateBadge, Words } from './voice-panels.tsx';

export const loader = load((ctx, { params }: Route.LoaderArgs) => readReview(ctx, { review: params.review }));

export const action = act(
  { publish, refuse: refuseReview, answer: answerToReview },
  { says: { publish: 'הביקורת מוצגת באתר', refuse: 'הביקורת לא תוצג באתר', answer: 'התשובה נשמרה' } },
);

export default function Review({ loaderData: { review, may } }: Route.ComponentProps) {
  const { state, state_at } = review;
  return (
    <>
      <PageHead
        title={`ביקורת על ${review.product}`}
        back={{ to: '/reviews', label: 'ביקורות ושאלות' }}
        badges={<StateBadge state={state} />}
        actions={
          may.edit &&
          state !== 'refused' && <RefuseDialog at={state_at} hint="מי שכתב את הביקורת יראה את הסיבה ויוכל לתקן." />
        }
      />
      <div className="grid items-start gap-4 xl:@min-[40rem]:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="grid gap-4">
          <Words title="הביקורת" voice={review}>
            <p className="flex items-center gap-2 text-lg">
              <Stars value={review.rating} /> <bdi className="text-base font-semibold">{review.rating}</bdi>
            </p>
          </Words>
          <PhotosPanel photos={review.photos} path={`/reviews/${review.uuid}/photos`} />
          <Answer review={review} mayEdit={may.edit} />
        </div>
        <div className="grid gap-4">
          <About
            voice={review}
            facts={[
              [
                'הזמנה',
                may.orders ? (
                  <Link key="order" to={`/orders/${review.order_uid}`} className="text-action-ink underline">
                    <bdi>{review.order_number}</bdi>
                  </Link>
                ) : (
                  <bdi key="order">{review.order_number}</bdi>
                ),
              ],
            ]}
          />
          {review.aspects.length > 0 && (
            <Panel title="כוכבים לפי נושא">
              <Facts facts={review.aspects.map(({ name, rating }) => [name, <Stars key={name} value={rating} />])} />
            </Panel>
          )}
        </div>
      </div>
    </>
  );
}

function Answer({ review, mayEdit }: { review: ReviewPage; mayEdit: boolean }) {
  if (!mayEdit)
    return (
      review.answer && (
        <Panel title="התשובה שלנו">
          <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
            {review.answer}
          </p>
        </Panel>
      )
    );
  const isShown = review.state === 'published';
  const call = isShown
    ? ({ call: 'answer', submit: 'שמירת התשובה', variant: 'secondary' } as const)
    : { call: 'publish', submit: 'פרסום באתר' };
  return (
    <Panel title="התשובה שלנו">
      <AnswerForm
        key={review.uuid}
        {...call}
        voice={review}
        lines={4}
        decides={!isShown}
        hint={`מוצגת באתר מתחת לביקורת, בשם החנות. ${isShown ? 'תשובה ריקה מסירה את הקודמת.' : 'אפשר לפרסם גם בלי תשובה.'}`}
      />
    </Panel>
  );
}
