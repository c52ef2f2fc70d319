import { prose } from '#domain/text/format.ts';
import { classNames } from '#ui/hooks/class-names.ts';
import { Picture } from '#ui/picture.tsx';

type Props = { title: string; text?: string; banner?: string | null; stage: 'dark' | 'light' };

/** The category's name and what it holds; with a banner, on the store's own stage. */
export function CategoryHead({ title, text, banner, stage }: Props) {
  if (!banner) {
    return (
      <>
        <h1 className="mt-2 text-4xl font-black md:mt-4">
          <bdi>{title}</bdi>
        </h1>
        {text && <p className="mt-3 max-w-[62ch] text-lg text-ink-2">{prose(text)}</p>}
      </>
    );
  }
  return (
    <div
      className={classNames(
        'relative -mx-(--page-margin) mt-2 [--lit-at:50%_72%] [--veil:var(--stage)] overflow-hidden md:mx-0 md:mt-4 md:rounded-xl lg:grid lg:min-h-80 lg:grid-cols-[minmax(min-content,5fr)_minmax(0,8fr)] lg:items-center xl:min-h-96',
        stage === 'dark' ? 'stage lit on-dark text-on-dark' : 'stage-light lit',
      )}
    >
      <div className="relative px-(--page-margin) pt-7 md:px-8 lg:py-10 lg:ps-12 lg:pe-0">
        <h1 className="text-4xl font-black text-balance">
          <bdi>{title}</bdi>
        </h1>
        {text && (
          <p
            className={classNames('mt-3 max-w-[46ch] lg:text-lg', stage === 'dark' ? 'text-on-dark/85' : 'text-ink-2')}
          >
            {prose(text)}
          </p>
        )}
      </div>
      <Picture
        image={{ image_url: banner, width: 1600, height: 720 }}
        alt=""
        sizes="(min-width: 1568px) 900px, (min-width: 1024px) 60vw, 100vw"
        priority
        className="relative aspect-20/9 w-full object-contain object-bottom px-2 md:px-8 lg:self-end lg:px-4"
      />
    </div>
  );
}
