import { ImagePlus, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { buttonLook } from '#ui/button.tsx';
import { classNames } from '#ui/hooks/class-names.ts';
import { photoRule } from './upload-file.ts';

type TileProps = {
  number: number;
  image: { src: string; width?: number; height?: number } | undefined;
  busy?: boolean;
  onRemove: () => void;
};

/** A photo in a list, with the button that removes it. */
export function PhotoTile({ number, image, busy, onRemove }: TileProps) {
  return (
    <li className="relative size-24">
      {image && <img {...image} alt={`תמונה ${number}`} className="size-24 rounded-md bg-ground-3 object-cover" />}
      <button
        type="button"
        disabled={busy}
        onClick={onRemove}
        aria-label={`הסרת תמונה ${number}`}
        className="absolute -end-3 -top-3 grid size-11 place-items-center"
      >
        <span className="grid size-7 place-items-center rounded-full bg-ink text-ground">
          <X aria-hidden className="size-4" />
        </span>
      </button>
    </li>
  );
}

/** The last entry of such a list. `field` is what was pressed. */
export function AddPhotos({
  busy,
  onChoose,
}: {
  busy?: boolean;
  onChoose: (files: File[], field: HTMLInputElement) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  const take = () => {
    const field = input.current;
    const files = [...(field?.files ?? [])];
    if (!field || files.length === 0) return;
    // Taken out at once: a choice as the page comes to life is met by the effect and by the event, and taken by the
    // first.
    field.value = '';
    onChoose(files, field);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was chosen before the page's scripts had loaded, once
  useEffect(take, []);
  return (
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
          onChange={take}
          className="sr-only"
        />
      </label>
    </li>
  );
}
