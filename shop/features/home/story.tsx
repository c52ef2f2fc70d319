import { ArrowLeft } from 'lucide-react';
import type { Image } from '#contract/common.ts';
import type { HomePage } from '#contract/stores.ts';
import { prose } from '#domain/text/format.ts';
import { classNames } from '#ui/hooks/class-names.ts';
import { Link } from '#ui/link.tsx';
import { Picture } from '#ui/picture.tsx';
import { Headline } from './headline.tsx';

type Props = {
  story: NonNullable<HomePage['story']>;
  /** Of a vehicle, where the story has no picture of its own. */
  vehicle: Image | null;
  /** The store shows its pictures on its dark ground. */
  dark: boolean;
};

/** A large text of the store's own on its colour wash or its dark ground, beside a picture. */
export function Story({ story, vehicle, dark }: Props) {
  const image = story.picture ? { image_url: story.picture } : vehicle;
  return (
    <section
      aria-labelledby="story"
      className={classNames(
        'mt-16 overflow-hidden md:mt-28',
        dark ? 'on-dark story-dark text-on-dark' : 'bg-action-wash',
      )}
    >
      <div
        className={classNames(
          'page grid items-center gap-x-16 gap-y-8 py-16 lg:py-20',
          image && 'lg:grid-cols-[6fr_7fr]',
        )}
      >
        <div>
          <h2 id="story" className="text-3xl font-black text-balance lg:text-4xl">
            <Headline text={story.title} />
          </h2>
          <p
            className={classNames(
              'mt-5 max-w-[46ch] text-lg leading-relaxed text-pretty lg:text-xl',
              dark ? 'text-on-dark-muted' : 'text-ink-2',
            )}
          >
            {prose(story.text)}
          </p>
          <Link
            to={story.link}
            className={classNames(
              'group mt-5 inline-flex min-h-11 items-center gap-2 text-lg font-semibold underline-offset-4 hover:underline',
              dark ? 'text-action-ink-on-dark' : 'text-action-ink',
            )}
          >
            {story.link_label}
            <ArrowLeft aria-hidden className="size-5 transition-transform group-hover:-translate-x-1" />
          </Link>
        </div>
        {image && (
          <Picture
            image={image}
            alt=""
            sizes="(min-width: 1568px) 840px, (min-width: 1024px) 56vw, 100vw"
            className="-mx-(--page-margin) aspect-4/3 object-contain w-[calc(100%+2*var(--page-margin))] max-w-none lg:mx-0 lg:w-[calc(100%+var(--page-margin))]"
          />
        )}
      </div>
    </section>
  );
}
