import { CircleCheck, Clock, TriangleAlert } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { Form, useNavigation } from 'react-router';
import type { OwnReview as Own, Reviewable } from '#contract/leads/reviews.ts';
import { REVIEW_PHOTOS, type ReviewReply } from '#domain/people/reviews.ts';
import { productPath } from '#domain/text/links.ts';
import { Button } from '#ui/button.tsx';
import { FormErrors } from '#ui/form/error-summary.tsx';
import { TextArea } from '#ui/form/field.tsx';
import { useForm } from '#ui/form/use-form.ts';
import { Link } from '#ui/link.tsx';
import { call } from '~/api.ts';
import { useFormDraft } from '~/forms/draft.ts';
import { ChosenPhotos } from '~/upload/chosen-photos.tsx';
import { OwnPhotos } from '~/upload/own-photos.tsx';
import { StarsField } from './stars-field.tsx';

const schema = () => import('#contract/leads/review-form.ts').then(({ reviewForm }) => reviewForm);

const PHOTO_HINT = 'פרטי המיקום והמכשיר נמחקים מהתמונה. צלמו בלי פנים ובלי לוחיות רישוי של אחרים.';

type Props = { reviewable: Reviewable; secret: string; reply?: ReviewReply | undefined };

/** The buyer's review of one product of the order: written, read back, changed. */
export function OwnReview({ reviewable: { product, aspects, review }, secret, reply }: Props) {
  const id = useId();
  const refused = reply && !reply.saved ? reply : undefined;
  const navigation = useNavigation();
  const form = useForm(schema, {
    reply: refused,
    values: { text: review?.text ?? '' },
    busy: navigation.formData?.get('product_uid') === product.id,
  });
  const ratingOf = (name: string, saved: number | undefined) => Number(refused?.values[name]) || saved;
  /** Sent once there is a review that they belong to; a refusal of the form leaves them. */
  const [chosenPhotos, setChosenPhotos] = useState<File[]>([]);
  const status = useRef<HTMLDivElement>(null);
  // Photos that are sent load the page anew, which forgets the reply of its form.
  const [isSaved, setSaved] = useState(reply?.saved === true);
  if (reply && reply.saved !== isSaved) setSaved(reply.saved);
  useFormDraft(`review-${secret}-${product.id}`, form.id, isSaved && reply);
  // The reply comes before the page's new data: of a first review there is no state to read yet.
  const isThere = review !== null;
  useEffect(() => {
    if (reply?.saved && isThere) status.current?.focus();
  }, [reply, isThere]);
  return (
    <section aria-labelledby={id} className="grid gap-5 rounded-xl bg-ground-2 p-5 sm:p-8">
      <div className="flex items-center gap-4">
        {product.image_url && (
          <img
            src={`${product.image_url}/160`}
            alt=""
            width={80}
            height={60}
            className="h-15 w-20 shrink-0 object-contain"
          />
        )}
        <h2 id={id} className="text-2xl">
          <Link to={productPath(product.slug)} className="hover:underline">
            <bdi>{product.name}</bdi>
          </Link>
        </h2>
      </div>
      {review && (
        <div ref={status} tabIndex={-1} role="status" className="focus:outline-none">
          <State review={review} saved={isSaved} />
        </div>
      )}
      {review && (
        <OwnPhotos
          photos={review.photos}
          most={REVIEW_PHOTOS}
          url={`/api/reviews/add-photo?${new URLSearchParams({ order: secret, product_uid: product.id })}`}
          onRemove={(photo) => call('POST /api/reviews/remove-photo', { body: { order: secret, photo_uid: photo } })}
          hint={PHOTO_HINT}
          chosen={chosenPhotos}
        />
      )}
      <Form {...form.props} preventScrollReset className="grid gap-4">
        <FormErrors form={form} />
        <input {...form.hidden('product_uid', product.id)} />
        <StarsField
          label="הציון שלכם"
          id={form.field('rating').id}
          name="rating"
          required
          value={ratingOf('rating', review?.rating)}
          {...(form.field('rating').error && { error: form.field('rating').error })}
        />
        <div className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
          {aspects.map(({ key, name }) => (
            <StarsField
              key={key}
              label={name}
              name={`aspects.${key}`}
              value={ratingOf(`aspects.${key}`, review?.aspects[key])}
            />
          ))}
        </div>
        <TextArea
          label="מה כדאי לדעת?"
          required
          rows={5}
          maxLength={2_000}
          hint="בלי פרטים אישיים: הטקסט מוצג לכולם"
          {...form.field('text')}
        />
        {!review && (
          <ChosenPhotos photos={chosenPhotos} most={REVIEW_PHOTOS} onChange={setChosenPhotos} hint={PHOTO_HINT} />
        )}
        <div className="flex flex-wrap items-center gap-4">
          <Button {...form.button} className="max-sm:w-full">
            {review ? 'שמירת השינויים' : 'שליחת הביקורת'}
          </Button>
          <p className="min-w-0 flex-1 basis-60 text-xs text-ink-3">
            אין חובה לכתוב. הביקורת, התמונות והציונים יוצגו באתר, ואפשר לשנות אותם כאן; עם מחיקת החשבון הם נמחקים. פרטים{' '}
            <Link to="/page/privacy" className="underline">
              במדיניות הפרטיות
            </Link>
            .
          </p>
        </div>
      </Form>
    </section>
  );
}

const states = {
  waiting: { Icon: Clock, look: 'bg-warning-wash text-warning', words: 'הביקורת מחכה לאישור, ותוצג אחרי שנקרא אותה.' },
  published: { Icon: CircleCheck, look: 'bg-success-wash text-success', words: 'הביקורת מוצגת בדף המוצר.' },
  refused: {
    Icon: TriangleAlert,
    look: 'bg-danger-wash text-danger',
    words: 'הביקורת לא פורסמה. אפשר לתקן ולשלוח שוב.',
  },
};

function State({ review: { state, reason }, saved }: { review: Own; saved: boolean }) {
  const { Icon, look, words } = states[state];
  return (
    <div className={`flex gap-3 rounded-md px-4 py-3 ${look}`}>
      <Icon aria-hidden className="mt-0.5 size-5 shrink-0" />
      <p>
        {saved && <strong>תודה, הביקורת התקבלה. </strong>}
        {words}
        {state === 'refused' && reason && (
          <>
            {' '}
            הסיבה: <bdi>{reason}</bdi>
          </>
        )}
      </p>
    </div>
  );
}
