import { prose } from '#domain/text/format.ts';
import { classNames } from '#ui/hooks/class-names.ts';
import { Picture } from '#ui/picture.tsx';

type Props = {
  title: string;
  text?: string;
  banner?: string | null;
  /** The ground that the store's theme puts its pictures on. */
  stage: 'dark' | 'light';
};

/**
 * The category's name and what it holds; with a banner, on the store's own stage, above whose edge its vehicles rise.
 */
export function CategoryHead({ title, text, banner, stage }: Props) {
  if (!banner) {
    return (
      <>
        <h1 className="text-3xl font-black">
          <bdi>{title}</bdi>
        </h1>
        {text && <p className="mt-1 max-w-[70ch] text-ink-2">{prose(text)}</p>}
      </>
    );
  }
  return (
    <div
      className={classNames(
        'relative -mx-(--page-margin) [--lit-at:20%_72%] [--veil:var(--stage)] grid grid-cols-[minmax(min-content,1fr)_minmax(0,44%)] items-center gap-x-3 px-(--page-margin) py-2 md:mx-0 md:min-h-28 md:grid-cols-[minmax(min-content,1fr)_minmax(0,22rem)] md:content-center md:gap-x-8 md:rounded-xl md:px-8 md:py-0',
        stage === 'dark' ? 'stage lit on-dark text-on-dark' : 'stage-light lit',
      )}
    >
      <h1 className="relative text-[clamp(1.875rem,9vw,2.375rem)] leading-[1.08] font-black text-balance md:self-end md:text-3xl">
        <bdi>{title}</bdi>
      </h1>
      <Picture
        image={{ image_url: banner, width: 1600, height: 720 }}
        alt=""
        sizes="(min-width: 800px) 352px, 44vw"
        priority
        className="relative -mt-2 aspect-20/9 w-full object-contain md:row-span-2 md:-mt-12 md:self-end"
      />
      {text && (
        <p
          className={classNames(
            'relative col-span-full max-w-[70ch] text-sm md:col-span-1 md:self-start lg:text-base',
            stage === 'dark' ? 'text-on-dark/85' : 'text-ink-2',
          )}
        >
          {prose(text)}
        </p>
      )}
    </div>
  );
}
