import { useEffect, useId, useRef, useState } from 'react';
import { isolate } from '#domain/text/format.ts';
import { useFocusAfterRemoval } from '#ui/hooks/use-focus-after-removal.ts';
import { AddPhotos, PhotoTile } from './photo-tiles.tsx';
import { photoRule, problemOf } from './upload-file.ts';

type Props = {
  photos: File[];
  most: number;
  onChange: (photos: File[]) => void;
  hint: string;
};

/** Photos of what isn't saved yet: they stay in the page, and `OwnPhotos` sends them once it is. They need scripts. */
export function ChosenPhotos({ photos, most, onChange, hint }: Props) {
  const id = useId();
  const title = useRef<HTMLParagraphElement>(null);
  const [problems, setProblems] = useState<string[]>([]);
  const noteRemoval = useFocusAfterRemoval(photos, title);

  function add(files: File[]) {
    const refused = files.flatMap((file) => {
      const problem = problemOf(file, photoRule);
      return problem ? [files.length > 1 ? `${isolate(file.name)}: ${problem}` : problem] : [];
    });
    const all = [...photos, ...files.filter((file) => problemOf(file, photoRule) === null)];
    setProblems([...(all.length > most ? [`אפשר לצרף כאן עד ${most} תמונות`] : []), ...refused]);
    onChange(all.slice(0, most));
  }

  return (
    <div role="group" aria-labelledby={id} className="grid gap-3 noscript:hidden">
      <p ref={title} id={id} tabIndex={-1} className="text-sm font-medium text-ink-2 focus:outline-none">
        תמונות <span className="font-normal text-ink-3">(עד {most}, לא חובה)</span>
      </p>
      <ul className="flex flex-wrap items-center gap-3">
        {photos.map((file, index) => (
          <ChosenPhoto
            // biome-ignore lint/suspicious/noArrayIndexKey: the same file may be chosen twice
            key={`${index} ${file.name} ${file.lastModified}`}
            file={file}
            number={index + 1}
            onRemove={() => {
              noteRemoval();
              setProblems([]);
              onChange(photos.filter((other) => other !== file));
            }}
          />
        ))}
        {photos.length < most && <AddPhotos onChoose={add} />}
      </ul>
      <p className="text-xs text-ink-3">{hint}</p>
      <p role="status" className="whitespace-pre-line text-danger">
        {problems.join('\n')}
      </p>
    </div>
  );
}

function ChosenPhoto({ file, number, onRemove }: { file: File; number: number; onRemove: () => void }) {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const objectUrl = URL.createObjectURL(file);
    setUrl(objectUrl);
    return () => URL.revokeObjectURL(objectUrl);
  }, [file]);
  return <PhotoTile number={number} image={url ? { src: url } : undefined} onRemove={onRemove} />;
}
