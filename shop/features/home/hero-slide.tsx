import type { CSSProperties } from 'react';
import type { HomePage } from '#contract/stores.ts';
import { isolateRuns, prose } from '#domain/text/format.ts';
import { ButtonLink } from '#ui/button.tsx';
import { classNames } from '#ui/hooks/class-names.ts';
import { Picture } from '#ui/picture.tsx';
import { Price } from '#ui/price.tsx';
import { Headline } from './headline.tsx';
import type { Tone } from './hero.tsx';

type Slide = HomePage['hero'][number];

/** A scene fills the stage; without one the product stands on the store's own ground. */
export function HeroSlide({ slide, tone, first }: { slide: Slide; tone: Tone; first: boolean }) {
  const { product } = slide;
  const scene = slide.picture;
  const stage = tone === 'dark' ? 'hero stage lit' : 'hero stage-light lit';
  return (
    <div className={classNames('relative h-full overflow-hidden', scene ? 'on-dark bg-dark text-on-dark' : stage)}>
      {scene && (
        <>
          <Picture
            image={{ image_url: scene }}
            alt=""
            sizes="100vw"
            priority={first}
            className="hero-entrance absolute inset-0 size-full object-cover"
          />
          <div className="scrim absolute inset-0" />
        </>
      )}
      <div className="hero-frame page relative grid cramped:h-auto cramped:max-h-none cramped:grid-rows-[auto_auto] h-[calc(100svh-var(--header-height)-3.5rem-env(safe-area-inset-bottom))] max-h-[46rem] min-h-[33rem] md:h-[calc(100svh-var(--header-height))] md:max-h-[52rem] grid-rows-[minmax(0,1fr)_auto] pb-16 lg:max-h-[min(54rem,60vw)] lg:min-h-[36rem] lg:grid-cols-[minmax(0,6fr)_minmax(0,7fr)] xl:h-[calc(100svh-var(--header-height)-5.5rem)] lg:grid-rows-1 lg:items-center lg:pb-0">
        <div className="hero-words z-10 row-start-2 lg:row-start-1 lg:pb-14">
          <h2 className="hero-title text-4xl font-black text-balance lg:text-[clamp(2.5rem,5.1vw,5.5rem)] lg:leading-[1.04]">
            <Headline text={slide.title} />
          </h2>
          <p
            className={classNames(
              'mt-3 max-w-[44ch] lg:mt-5 lg:text-lg',
              tone === 'dark' || scene ? 'text-on-dark-muted' : 'text-lg text-ink-2',
            )}
          >
            {prose(slide.text)}
          </p>
          <div className="hero-action mt-5 flex flex-wrap items-center gap-x-7 gap-y-4 max-xs:flex-col max-xs:items-stretch lg:mt-8">
            <ButtonLink to={slide.link} size="lg">
              {isolateRuns(slide.link_label)}
            </ButtonLink>
            {product && (
              <p className="leading-snug">
                <span className={classNames('block text-sm opacity-80', isNamed(slide, product) && 'sr-only')}>
                  <bdi>{product.name}</bdi>
                </span>
                <span className="font-semibold whitespace-nowrap">
                  {product.starting_from && <span className="me-0.5 text-sm font-normal">החל מ־</span>}
                  <Price value={product.price} className="text-xl font-bold" />
                </span>
              </p>
            )}
          </div>
        </div>
        {!scene && product?.image && (
          <div className="hero-vehicle relative row-start-1 -mx-(--page-margin) grid min-h-0 grid-rows-1 place-items-center self-stretch lg:col-start-2 lg:mx-0 lg:-me-(--page-margin)">
            <Word name={product.name} />
            <Picture
              image={product.image}
              alt={product.image.alt || product.name}
              sizes="(min-width: 1568px) 960px, (min-width: 1024px) 60vw, (min-width: 600px) 75vw, 100vw"
              priority={first}
              className="hero-entrance relative h-full w-full object-contain lg:absolute lg:top-0 lg:bottom-[5%] lg:-ms-[12%] lg:h-[95%] lg:w-[112%] lg:max-w-none lg:object-bottom"
            />
          </div>
        )}
      </div>
    </div>
  );
}

/** Without the maker's, which is the store's. */
const modelOf = (name: string): string => name.replace(/^\S+\s/, '');

/** The slide's own words say of which vehicle the price is. */
const isNamed = ({ title, text, link_label }: Slide, { name }: { name: string }): boolean =>
  [title, text, link_label].some((words) => words.includes(modelOf(name)));

/** The model's name, large behind the vehicle. */
function Word({ name }: { name: string }) {
  const word = modelOf(name);
  return (
    <p
      aria-hidden
      dir="ltr"
      style={{ '--letters': word.length } as CSSProperties}
      className="model-word forced-colors:hidden absolute inset-x-0 top-[2%] text-center leading-none font-black whitespace-nowrap text-(--word) select-none lg:top-[7%]"
    >
      {word}
    </p>
  );
}
