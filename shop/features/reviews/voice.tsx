import { ZoomIn } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Question, Review } from '#contract/leads/reviews.ts';
import { formatLongDate } from '#domain/text/format.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { Stars } from '#ui/stars.tsx';
import { useStore } from '~/store.ts';

const ZoomDialog = lazyPart(() => import('../product/gallery/zoom-dialog.tsx'));

export function ReviewItem({ review }: { review: Review }) {
  return (
    <article className="grid content-start gap-3 border-t border-line pt-5">
      <header className="grid gap-1">
        <Stars value={review.rating} className="text-lg" />
        <Byline author={review.author} date={review.date}>
          <span className="text-success">רכישה מאומתת</span>
        </Byline>
      </header>
      <Text>{review.text}</Text>
      {review.aspects.length > 0 && (
        <dl className="flex flex-wrap gap-x-6 gap-y-1 text-sm text-ink-2">
          {review.aspects.map(({ name, rating }) => (
            <div key={name} className="flex items-center gap-2">
              <dt>{name}</dt>
              <dd>
                <Stars value={rating} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      {review.photos.length > 0 && <Photos review={review} />}
      {review.answer && <Answer {...review.answer} />}
    </article>
  );
}

export function QuestionItem({ question }: { question: Question }) {
  return (
    <article className="grid content-start gap-3 border-t border-line pt-5">
      <header className="grid gap-1">
        <p className="wrap-anywhere whitespace-pre-line font-semibold" dir="auto">
          {question.text}
        </p>
        <Byline author={question.author} date={question.date} />
      </header>
      <Answer {...question.answer} />
    </article>
  );
}

const Byline = ({ author, date, children }: { author: string; date: string; children?: ReactNode }) => (
  <p className="flex flex-wrap gap-x-2 text-sm text-ink-3">
    <bdi className="font-medium text-ink-2">{author}</bdi>
    {children}
    <span>{formatLongDate(date)}</span>
  </p>
);

const Text = ({ children }: { children: string }) => (
  <p className="max-w-[70ch] wrap-anywhere whitespace-pre-line" dir="auto">
    {children}
  </p>
);

function Answer({ text, date }: { text: string; date: string }) {
  const { store } = useStore();
  return (
    <div className="grid gap-1 rounded-md bg-ground-2 px-4 py-3">
      <p className="text-sm text-ink-2">
        <bdi className="font-semibold text-ink">{store.name}</bdi> · {formatLongDate(date)}
      </p>
      <Text>{text}</Text>
    </div>
  );
}

/** Without scripts a link to the picture. */
function Photos({ review: { photos, author } }: { review: Review }) {
  const [open, setOpen] = useState(false);
  /** `null`: none was pressed yet, so that the code isn't fetched. */
  const [start, setStart] = useState<number | null>(null);
  const images = photos.map(({ url, width, height }) => ({
    image_url: url,
    view: '',
    alt: '',
    width,
    height,
    main_image: false,
  }));
  return (
    <ul className="flex flex-wrap gap-2">
      {photos.map(({ id, url, thumbnail_url, width, height }, index) => (
        <li key={id}>
          <a
            href={url}
            onClick={(event) => {
              // Into a tab of its own, where the shopper wants that.
              if (event.metaKey || event.ctrlKey || event.shiftKey) return;
              event.preventDefault();
              setStart(index);
              setOpen(true);
            }}
            className="group relative block"
          >
            <img
              src={thumbnail_url}
              alt={`תמונה ${index + 1} של ${author}, להגדלה`}
              width={width}
              height={height}
              loading="lazy"
              className="size-24 rounded-md bg-ground-2 object-cover"
            />
            <ZoomIn
              aria-hidden
              className="absolute end-1 bottom-1 size-5 rounded-sm bg-ground p-0.5 text-ink-2 opacity-0 group-hover:opacity-100 group-focus-visible:opacity-100"
            />
          </a>
        </li>
      ))}
      {start !== null && (
        <li className="contents">
          <ZoomDialog key={start} own open={open} onClose={() => setOpen(false)} {...{ images, start }} name={author} />
        </li>
      )}
    </ul>
  );
}
