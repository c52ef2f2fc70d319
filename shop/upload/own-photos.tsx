import { ImagePlus, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { buttonLook } from '#ui/button.tsx';
import { classNames } from '#ui/hooks/class-names.ts';
import { photoRule, uploadFile, useFileChanges } from '~/upload/upload-file.ts';

type Photo = { id: string; thumbnail_url: string; width: number; height: number };

type Props = {
  photos: Photo[];
  most: number;
  /** Where a file is sent. */
  url: string;
  onRemove: (photo: string) => Promise<unknown>;
  hint: string;
  /** Of the heading. */
  as?: 'h2' | 'h3';
};

/** Photos of what a shopper has written: each is sent as it is chosen. They need scripts. */
export function OwnPhotos({ photos, most, url, onRemove, hint, as: Heading = 'h3' }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const { busy, status, send: sendAll, remove } = useFileChanges(photos, title);

  const send = () => {
    const files = [...(input.current?.files ?? [])];
    if (!input.current || files.length === 0) return;
    // Taken out at once: a choice as the page comes to life is met by the effect and by the event, and sent by the first.
    input.current.value = '';
    void sendAll(input.current, files, most - photos.length, (file) => uploadFile(url, file, photoRule), {
      one: 'התמונה נוספה',
      many: 'התמונות נוספו',
      limit: `אפשר לצרף כאן עד ${most} תמונות`,
    });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was chosen before the page's scripts had loaded, once
  useEffect(send, []);

  return (
    <div className="grid gap-3 noscript:hidden">
      <Heading ref={title} tabIndex={-1} className="text-lg focus:outline-none">
        תמונות <span className="text-sm font-normal text-ink-3">(עד {most}, לא חובה)</span>
      </Heading>
      <ul className="flex flex-wrap items-center gap-3">
        {photos.map(({ id, thumbnail_url, width, height }, index) => (
          <li key={id} className="relative">
            <img
              src={thumbnail_url}
              alt={`תמונה ${index + 1}`}
              width={width}
              height={height}
              className="size-24 rounded-md bg-ground-3 object-cover"
            />
            <button
              type="button"
              disabled={busy}
              onClick={() => void remove(() => onRemove(id), 'התמונה הוסרה')}
              aria-label={`הסרת תמונה ${index + 1}`}
              className="absolute -end-3 -top-3 grid size-11 place-items-center"
            >
              <span className="grid size-7 place-items-center rounded-full bg-ink text-ground">
                <X aria-hidden className="size-4" />
              </span>
            </button>
          </li>
        ))}
        {photos.length < most && (
          <li>
            <label
              aria-busy={busy || undefined}
              className={classNames(
                buttonLook({ variant: 'secondary', size: 'sm' }),
                'cursor-pointer focus-within:outline-3 focus-within:outline-action-ink',
              )}
            >
              <ImagePlus aria-hidden className="size-5" /> {busy ? 'רגע…' : 'הוספת תמונות'}
              <input
                ref={input}
                type="file"
                multiple
                disabled={busy}
                accept={photoRule.types.join(',')}
                onChange={send}
                className="sr-only"
              />
            </label>
          </li>
        )}
      </ul>
      <p className="text-xs text-ink-3">{hint}</p>
      <p role="status" className={`whitespace-pre-line ${status.isError ? 'text-danger' : 'text-success'}`}>
        {status.text}
      </p>
    </div>
  );
}
