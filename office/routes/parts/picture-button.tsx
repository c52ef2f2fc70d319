import { ImageUp } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { FileChoice } from '../../components/fields/file-choice.tsx';
import { sendPicture } from '../../components/structure/upload-picture.ts';

/** Stores the diagram's picture, which the form then names. */
export function PictureButton({ media, onSent }: { media: string; onSent: (media: string) => void }) {
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState('');
  const send = async (file: File) => {
    setBusy(true);
    setRefused('');
    const sent = await sendPicture<{ media: string }>('/parts/upload', { file });
    setBusy(false);
    if ('media' in sent) onSent(sent.media);
    else setRefused(sent.message);
  };
  return (
    <div className="flex flex-wrap items-center gap-2">
      {refused && (
        <p role="alert" className="text-sm text-danger">
          {refused}
        </p>
      )}
      <FileChoice
        label="קובץ של השרטוט"
        accept="image/avif,image/webp,image/jpeg,image/png,image/svg+xml"
        onFiles={([file]) => void send(file)}
      >
        {(choose) => (
          <Button variant="secondary" size="sm" busy={busy} onClick={choose}>
            <ImageUp aria-hidden className="size-4" />
            {media ? 'תמונה אחרת' : 'העלאת תמונה'}
          </Button>
        )}
      </FileChoice>
    </div>
  );
}
