import { ArrowLeft } from 'lucide-react';
import type { HomePage } from '#contract/stores.ts';
import { Link } from '~/ui/link.tsx';

/** A few words of the store's own, large, on its wash of colour. */
export function Story({ story }: { story: NonNullable<HomePage['story']> }) {
  return (
    <section aria-labelledby="story" className="mt-16 bg-action-wash md:mt-28">
      <div className="page grid gap-x-16 gap-y-5 py-16 md:grid-cols-[5fr_7fr] md:py-28">
        <h2 id="story" className="text-3xl font-black text-balance lg:text-4xl">
          {story.title}
        </h2>
        <div>
          <p className="max-w-[46ch] text-xl leading-relaxed text-ink-2 text-pretty">{story.text}</p>
          <Link
            to={story.link}
            className="group mt-6 inline-flex min-h-11 items-center gap-2 text-lg font-semibold text-action-ink underline-offset-4 hover:underline"
          >
            {story.link_label}
            <ArrowLeft aria-hidden className="size-5 transition-transform group-hover:-translate-x-1" />
          </Link>
        </div>
      </div>
    </section>
  );
}
