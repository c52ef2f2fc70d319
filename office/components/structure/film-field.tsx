import { Film, X } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { isStoredFilm } from '#domain/catalogue/video.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/form/field.tsx';
import { sendParts } from '../../send-parts.ts';
import { FileChoice } from '../fields/file-choice.tsx';
import { useLatest } from './upload-picture.ts';

type Props = {
  label: string;
  hint?: string;
  required?: boolean;
  error?: string;
  sentTo: string;
  value: string;
  onChange: (value: string) => void;
};

/** A film: a link, or a file that goes up in pieces and is played here. */
export function FilmField({ label, hint, required, error, sentTo, value, onChange }: Props) {
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const [percent, setPercent] = useState<number | null>(null);
  const [refused, setRefused] = useState('');
  const [announcement, setAnnouncement] = useState('');
  const take = useLatest(onChange);
  const isFile = isStoredFilm(value);
  const send = async (file: File) => {
    setPercent(0);
    setRefused('');
    setAnnouncement('');
    try {
      const { last } = await sendParts(sentTo, file, { id: 'film', progress: setPercent });
      take((last as { video: string }).video);
      setAnnouncement('הסרטון עלה. הוא יוצג בחנות אחרי השמירה');
    } catch (failure) {
      setRefused((failure as Error).message);
    }
    setPercent(null);
  };
  const remove = () => {
    onChange('');
    requestAnimationFrame(() => box.current?.querySelector<HTMLElement>('input:not([type=file])')?.focus());
  };
  return (
    <div ref={box} role="group" aria-label={label} className="grid gap-3">
      {isFile ? (
        // biome-ignore lint/a11y/useMediaCaption: the operator's films have no speech; what they show is in the text
        <video
          controls
          playsInline
          preload="metadata"
          src={value}
          aria-label={label}
          className="aspect-video w-full max-w-md rounded-sm bg-ground-3 object-contain"
        />
      ) : (
        <TextField
          label={label}
          dir="ltr"
          type="url"
          maxLength={500}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          {...(hint && { hint })}
          {...(required && { required })}
          {...((refused || error) && { error: refused || error })}
        />
      )}
      <div className="flex flex-wrap items-center gap-3">
        <FileChoice label={`קובץ: ${label}`} accept="video/mp4,.mp4" onFiles={([file]) => void send(file)}>
          {(choose) => (
            <Button variant="secondary" size="sm" busy={percent !== null} onClick={choose}>
              <Film aria-hidden className="size-4" />
              {isFile ? 'קובץ אחר' : 'העלאת קובץ'}
            </Button>
          )}
        </FileChoice>
        {isFile && (
          <Button variant="quiet" size="sm" onClick={remove}>
            <X aria-hidden className="size-4" />
            קישור במקום הקובץ
          </Button>
        )}
        {percent !== null && (
          <>
            <span id={id} className="sr-only">
              העלאת הסרטון
            </span>
            <progress aria-labelledby={id} max={100} value={percent} className="h-2 w-48 accent-action" />
          </>
        )}
      </div>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      {isFile && (refused || error) && (
        <p role="alert" className="text-sm text-danger">
          {refused || error}
        </p>
      )}
    </div>
  );
}
