import { ImageUp, X } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { DropZone, type FileDropItem } from 'react-aria-components';
import { Button, IconButton } from '#ui/button.tsx';
import { CheckboxField, SelectField } from '#ui/form/field.tsx';
import { useToast } from '#ui/toasts.tsx';
import { FileChoice } from '../../../components/fields/file-choice.tsx';
import { useCall } from '../../../components/use-call.ts';
import type { ProductData } from '../product.tsx';
import { sendFile } from './send-file.ts';

type Upload = { id: number; name: string; percent: number; refused?: string };

/** So many files go up side by side. */
const MAX_CONCURRENT = 3;
let count = 0;

/**
 * Files dropped or chosen, several at once, each with its progress and its refusal; what went up becomes the product's
 * together.
 */
export function UploadBox({ product, owners }: { product: string; owners: ProductData['pictures']['owners'] }) {
  const id = useId();
  const fetcher = useCall();
  const toast = useToast();
  const [of, setOf] = useState('');
  const [spin, setSpin] = useState(false);
  const [uploads, setUploads] = useState<Upload[]>([]);
  const reply = fetcher.data;
  const isBusy = fetcher.state !== 'idle' || uploads.some(({ refused }) => refused === undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each reply
  useEffect(() => {
    if (!reply) return;
    const message = reply.errors?.[0]?.message ?? reply.message ?? '';
    toast({ kind: reply.ok ? 'success' : 'danger', title: message });
    if (reply.ok) setSpin(false);
  }, [reply]);

  const put = (one: Upload) => setUploads((all) => all.map((other) => (other.id === one.id ? one : other)));
  async function take(files: File[]) {
    if (isBusy || files.length === 0) return;
    const rows = files.map((file) => ({ file, upload: { id: ++count, name: file.name, percent: 0 } }));
    // What was refused before stays until it is closed.
    setUploads((all) => [...all, ...rows.map(({ upload }) => upload)]);
    const results: ({ media: string; name: string } | null)[] = rows.map(() => null);
    const queue = rows.entries();
    const work = async () => {
      for (const [at, { file, upload }] of queue) {
        const result = await sendFile(product, file, (percent) => put({ ...upload, percent }));
        if ('media' in result) {
          results[at] = { media: result.media, name: file.name };
          setUploads((all) => all.filter((one) => one.id !== upload.id));
        } else put({ ...upload, refused: result.refused });
      }
    };
    await Promise.all(Array.from({ length: MAX_CONCURRENT }, work));
    const uploadedPictures = results.filter((one) => one !== null);
    if (uploadedPictures.length === 0) return;
    const body = new FormData();
    body.set('_call', 'addPictures');
    body.set('_key', crypto.randomUUID());
    body.set('of', of);
    if (spin) body.set('spin', 'on');
    for (const [at, { media, name }] of uploadedPictures.entries()) {
      body.set(`pictures[${at}].media`, media);
      body.set(`pictures[${at}].name`, name);
    }
    // Another page may be open by now: without its action a form goes to that one.
    void fetcher.submit(body, { method: 'post', action: `/products/${product}` });
  }

  return (
    <div className="grid gap-3">
      <DropZone
        aria-label="גרירת תמונות לכאן"
        isDisabled={isBusy}
        getDropOperation={(types) =>
          types.has('image/svg+xml') || [...IMAGES].some((type) => types.has(type)) ? 'copy' : 'cancel'
        }
        onDrop={async ({ items }) => {
          const dropped = items.filter((item): item is FileDropItem => item.kind === 'file');
          await take(await Promise.all(dropped.map((item) => item.getFile())));
        }}
        className="sortable-drop grid gap-3 rounded-md border-2 border-dashed border-line-strong p-4 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-end"
      >
        <div className="grid gap-3 sm:grid-cols-2">
          {owners.length > 0 && (
            <SelectField
              label="של מה התמונות"
              value={of}
              disabled={isBusy}
              onChange={(event) => setOf(event.target.value)}
            >
              <option value="">כל הגרסאות</option>
              {owners.map(({ key, label }) => (
                <option key={key} value={key}>
                  {key.startsWith('color:') ? `הצבע ${label}` : label}
                </option>
              ))}
            </SelectField>
          )}
          <CheckboxField
            label="סיבוב 360°: תמונות מסביב, לפי שמות הקבצים"
            checked={spin}
            disabled={isBusy}
            onChange={(event) => setSpin(event.target.checked)}
            className="self-end"
          />
        </div>
        <div>
          <FileChoice label="קובצי תמונות" accept={IMAGES.join()} multiple onFiles={(files) => void take(files)}>
            {(choose) => (
              <Button busy={isBusy} onClick={choose}>
                <ImageUp aria-hidden className="size-5" />
                העלאת תמונות
              </Button>
            )}
          </FileChoice>
        </div>
        <p className="text-sm text-ink-3 sm:col-span-2">
          אפשר לגרור לכאן כמה קבצים יחד: <bdi>AVIF, WebP, JPEG, PNG, SVG</bdi>, עד <bdi>10MB</bdi> כל אחד. סיום של שם
          כמו <bdi>red-side.jpg</bdi> קובע את המבט.
        </p>
      </DropZone>
      {uploads.length > 0 && (
        <ul aria-label="קבצים בהעלאה" className="grid gap-1">
          {uploads.map(({ id: key, name, percent, refused }) => (
            <li key={key} className="flex min-h-11 flex-wrap items-center gap-3 rounded-sm bg-ground-2 px-3 text-sm">
              <bdi id={`${id}-${key}`} className="min-w-0 grow truncate">
                {name}
              </bdi>
              {refused === undefined ? (
                <progress aria-labelledby={`${id}-${key}`} max={100} value={percent} className="w-32" />
              ) : (
                <>
                  <span role="alert" className="text-danger">
                    {refused}
                  </span>
                  <IconButton
                    label={`סגירה: ${name}`}
                    onClick={() => setUploads((all) => all.filter((one) => one.id !== key))}
                  >
                    <X aria-hidden className="size-4" />
                  </IconButton>
                </>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

export const IMAGES = ['image/avif', 'image/webp', 'image/jpeg', 'image/png', 'image/svg+xml'];
