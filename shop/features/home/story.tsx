import { ArrowLeft } from 'lucide-react';
import type { Image } from '#contract/common.ts';
import type { HomePage } from '#contract/stores.ts';
import { prose } from '#domain/text/format.ts';
import { classNames } from '#ui/hooks/class-names.ts';
import { Link } from '#ui/link.tsx';
import { Picture } from '#ui/picture.tsx';
import { Headline } from './headline.tsx';

type Props = { story: NonNullable<HomePage['story']>; image: Image | null };

/** A large text of the store's own on its colour wash, beside one of its vehicles. */
export function Story({ story, image }: Props) {
  return (
    <section aria-labelledby="story" className="mt-16 overflow-hidden bg-action-wash md:mt-28">
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
          <p className="mt-5 max-w-[46ch] text-lg leading-relaxed text-ink-2 text-pretty lg:text-xl">
            {prose(story.text)}
          </p>
          <Link
            to={story.link}
            className="group mt-5 inline-flex min-h-11 items-center gap-2 text-lg font-semibold text-action-ink underline-offset-4 hover:underline"
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
            className="-mx-(--page-margin) w-[calc(100%+2*var(--page-margin))] max-w-none lg:mx-0 lg:w-[calc(100%+var(--page-margin))]"
          />
        )}
      </div>
    </section>
  );
}
