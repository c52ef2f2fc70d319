import { useEffect, useRef } from 'react';
import { AddPhotos, PhotoTile } from './photo-tiles.tsx';
import { photoRule, uploadFile, useFileChanges } from './upload-file.ts';

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
  /** What was chosen before there was something to send it for: it is sent when this appears. */
  chosen?: File[];
};

/** Photos of what a shopper has written: each is sent as it is chosen. They need scripts. */
export function OwnPhotos({ photos, most, url, onRemove, hint, as: Heading = 'h3', chosen = [] }: Props) {
  const title = useRef<HTMLHeadingElement>(null);
  const { busy, status, send: sendAll, remove } = useFileChanges(photos, title);
  const send = (files: File[], field: HTMLInputElement | null) =>
    void sendAll(field, files, most - photos.length, (file) => uploadFile(url, file, photoRule), {
      one: 'התמונה נוספה',
      many: 'התמונות נוספו',
      limit: `אפשר לצרף כאן עד ${most} תמונות`,
    });
  const isSent = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    if (isSent.current || chosen.length === 0) return;
    isSent.current = true;
    send(chosen, null);
  }, []);

  return (
    <div className="grid gap-3 noscript:hidden">
      <Heading ref={title} tabIndex={-1} className="text-lg focus:outline-none">
        תמונות <span className="text-sm font-normal text-ink-3">(עד {most}, לא חובה)</span>
      </Heading>
      <ul className="flex flex-wrap items-center gap-3">
        {photos.map(({ id, thumbnail_url, width, height }, index) => (
          <PhotoTile
            key={id}
            number={index + 1}
            image={{ src: thumbnail_url, width, height }}
            busy={busy}
            onRemove={() => void remove(() => onRemove(id), 'התמונה הוסרה')}
          />
        ))}
        {photos.length < most && <AddPhotos busy={busy} onChoose={send} />}
      </ul>
      <p className="text-xs text-ink-3">{hint}</p>
      <p role="status" className={`whitespace-pre-line ${status.isError ? 'text-danger' : 'text-success'}`}>
        {status.text}
      </p>
    </div>
  );
}
