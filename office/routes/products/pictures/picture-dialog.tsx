import { useEffect, useRef, useState } from 'react';
import { viewNameOf, viewNames } from '#domain/catalogue/picture-views.ts';
import { Button } from '#ui/button.tsx';
import { useToast } from '#ui/toasts.tsx';
import { ActionForm } from '../../../components/action-form.tsx';
import { AskingDialog } from '../../../components/dialogs/asking-dialog.tsx';
import { EditedFields } from '../../../components/edited-fields.tsx';
import { FileChoice } from '../../../components/fields/file-choice.tsx';
import type { ProductData } from '../product.tsx';
import { FocusField } from './focus-field.tsx';
import { sendFile } from './send-file.ts';
import { IMAGES } from './upload-box.tsx';

type Pictures = ProductData['pictures'];
export type Tile = Pictures['tiles'][number];
type Props = { product: string; tile: Tile; owners: Pictures['owners']; onClose: () => void };

/** The rows that a tile stands for, as a form sends them. */
export const TileRows = ({ rows }: { rows: string[] }) =>
  rows.map((row) => <input key={row} type="hidden" name="rows[]" value={row} />);

/** What is said of one picture; it is replaced and removed here, too. */
export function PictureDialog({ product, tile, owners, onClose }: Props) {
  const { rows, media, view, alt, of, focusX, focusY } = tile;
  const point = focusX !== null && focusY !== null ? { x: focusX, y: focusY } : null;
  return (
    <AskingDialog open onClose={onClose} title="תמונה של המוצר" width="w-full sm:w-[44rem]">
      <div className="grid gap-5 p-5">
        <ActionForm call="editPicture" submit="שמירה" onDone={onClose}>
          {(reply) => (
            <>
              <TileRows rows={rows} />
              <EditedFields
                values={{ alt, view, of }}
                fields={[
                  {
                    name: 'alt',
                    label: 'טקסט חלופי',
                    required: true,
                    hint: 'מה רואים בתמונה, למי שלא רואה אותה. חובה לפי תקנות הנגישות',
                  },
                  {
                    name: 'view',
                    label: 'מבט',
                    required: true,
                    show: viewNameOf,
                    options: Object.entries(viewNames).map(([value, label]) => ({ value, label })),
                  },
                  {
                    name: 'of',
                    label: 'של מה התמונה',
                    options: [
                      { value: '', label: 'כל הגרסאות' },
                      ...owners.map(({ key, label }) => ({ value: key, label })),
                    ],
                  },
                ]}
              />
              <FocusField
                media={media}
                alt={alt}
                point={point}
                error={reply?.errors?.find(({ path }) => path.startsWith('focus'))?.message}
              />
            </>
          )}
        </ActionForm>
        <div className="flex flex-wrap items-start gap-3 border-t border-line pt-4">
          <Replacement product={product} rows={rows} onDone={onClose} />
          <ActionForm call="removePictures" submit="הסרת התמונה" variant="quiet" onDone={onClose}>
            <TileRows rows={rows} />
          </ActionForm>
        </div>
      </div>
    </AskingDialog>
  );
}

function Replacement({ product, rows, onDone }: { product: string; rows: string[]; onDone: () => void }) {
  const form = useRef<HTMLDivElement>(null);
  const toast = useToast();
  const [media, setMedia] = useState('');
  const [isSending, setSending] = useState(false);
  const send = async (file: File) => {
    setSending(true);
    const sent = await sendFile(product, file, () => {});
    setSending(false);
    if ('refused' in sent) return toast({ kind: 'danger', title: sent.refused });
    setMedia(sent.media);
  };
  // Once the form is there.
  useEffect(() => {
    if (media) form.current?.querySelector('form')?.requestSubmit();
  }, [media]);
  return (
    <div ref={form}>
      {media === '' ? (
        <FileChoice label="קובץ חדש לתמונה" accept={IMAGES.join()} onFiles={([file]) => void send(file)}>
          {(choose) => (
            <Button variant="secondary" size="sm" busy={isSending} onClick={choose}>
              החלפת הקובץ
            </Button>
          )}
        </FileChoice>
      ) : (
        <ActionForm call="replacePicture" submit="החלפת הקובץ" variant="secondary" onDone={onDone}>
          <TileRows rows={rows} />
          <input type="hidden" name="media" value={media} />
        </ActionForm>
      )}
    </div>
  );
}
