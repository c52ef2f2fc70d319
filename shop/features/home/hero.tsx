import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { HomePage } from '#contract/stores.ts';
import { classNames } from '#ui/hooks/class-names.ts';
import { HeroSlide } from './hero-slide.tsx';
import { type Carousel, useCarousel } from './use-carousel.ts';

export type Tone = 'dark' | 'light';

/** The page's opening. Several slides make a carousel that moves only on request. */
export function Hero({ slides, tone }: { slides: HomePage['hero']; tone: Tone }) {
  const carousel = useCarousel();
  const many = slides.length > 1;
  if (slides.length === 0) return null;
  return (
    <section
      aria-label="בחזית"
      aria-roledescription={many ? 'קרוסלה' : undefined}
      className={classNames('relative', tone === 'dark' ? 'on-dark bg-dark text-on-dark' : 'text-ink')}
    >
      <ul ref={carousel.row} className="snap-row relative">
        {slides.map((slide, index) => (
          <li
            key={slide.link}
            id={`slide-${index + 1}`}
            aria-label={many ? `${index + 1} מתוך ${slides.length}` : undefined}
            className="w-full shrink-0 snap-start snap-always"
          >
            <HeroSlide slide={slide} tone={tone} first={index === 0} />
          </li>
        ))}
      </ul>
      {many && <Controls slides={slides} {...carousel} />}
    </section>
  );
}

/** Right to left: the next slide is on the left. */
function Controls({ slides, shown, show }: Omit<Carousel, 'row'> & { slides: HomePage['hero'] }) {
  const arrow =
    'hidden size-12 place-items-center rounded-full border border-current/35 transition-colors hover:bg-current/10 disabled:opacity-35 lg:grid noscript:hidden';
  return (
    <div className="pointer-events-none absolute inset-x-0 bottom-0">
      <div className="page flex items-center pb-2 lg:gap-3 lg:pb-7">
        <button
          type="button"
          aria-label="הקודם"
          disabled={shown === 0}
          onClick={() => show(shown - 1)}
          className={classNames(arrow, 'pointer-events-auto')}
        >
          <ChevronRight aria-hidden />
        </button>
        <nav aria-label="שקופיות" className="pointer-events-auto -ms-1 lg:ms-0">
          <ul className="flex">
            {slides.map((slide, index) => (
              <li key={slide.link}>
                <a
                  href={`#slide-${index + 1}`}
                  aria-label={slide.title}
                  aria-current={index === shown}
                  onClick={(event) => {
                    event.preventDefault();
                    show(index);
                  }}
                  className="grid h-11 w-11 place-items-center"
                >
                  <span
                    className={classNames(
                      'block h-1 rounded-full bg-current transition-all duration-200 forced-colors:border-2',
                      index === shown ? 'w-9' : 'w-5 opacity-40',
                    )}
                  />
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <button
          type="button"
          aria-label="הבא"
          disabled={shown === slides.length - 1}
          onClick={() => show(shown + 1)}
          className={classNames(arrow, 'pointer-events-auto')}
        >
          <ChevronLeft aria-hidden />
        </button>
      </div>
    </div>
  );
}
