import { ImageUp, X } from 'lucide-react';
import { useContext, useId, useState } from 'react';
import { Button, IconButton } from '#ui/button.tsx';
import { FileChoice } from '../fields/file-choice.tsx';
import { StoreOfForm } from './store-of-form.ts';
import { uploadPicture, useLatest } from './upload-picture.ts';

type Props = {
  label: string;
  hint?: string;
  error?: string;
  onDark?: boolean;
  value: string;
  onChange: (value: string) => void;
};

/** A picture of the store: `files/<media>`. */
export function PictureField({ label, hint, error, onDark, value, onChange }: Props) {
  const store = useContext(StoreOfForm);
  const id = useId();
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState('');
  const take = useLatest(onChange);
  const send = async (file: File) => {
    setBusy(true);
    setRefused('');
    const sent = await uploadPicture(store, file);
    setBusy(false);
    if ('path' in sent) take(sent.path);
    else setRefused(sent.message);
  };
  return (
    <div role="group" aria-labelledby={id} className="grid gap-2">
      <h3 id={id} className="text-sm font-medium text-ink-2">
        {label}
      </h3>
      {hint && <p className="text-sm text-ink-3">{hint}</p>}
      <div className="flex flex-wrap items-center gap-3">
        {value && (
          <img
            src={value.replace(/^files\//, '/media/')}
            alt=""
            className={`h-24 max-w-56 rounded-sm border border-line object-contain p-2 ${onDark ? 'bg-dark' : 'bg-ground-3'}`}
          />
        )}
        <FileChoice
          label={`קובץ: ${label}`}
          accept="image/avif,image/webp,image/jpeg,image/png,image/svg+xml"
          onFiles={([file]) => void send(file)}
        >
          {(choose) => (
            <Button variant="secondary" size="sm" busy={busy} onClick={choose}>
              <ImageUp aria-hidden className="size-4" />
              {value ? 'תמונה אחרת' : 'העלאת תמונה'}
              <span className="sr-only">: {label}</span>
            </Button>
          )}
        </FileChoice>
        {value && (
          <IconButton label={`הסרת התמונה: ${label}`} onClick={() => onChange('')}>
            <X aria-hidden className="size-4.5" />
          </IconButton>
        )}
      </div>
      {(refused || error) && (
        <p role="alert" className="text-sm text-danger">
          {refused || error}
        </p>
      )}
    </div>
  );
}
