import { Pencil } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { isFrame, viewNameOf, viewNames } from '#domain/catalogue/picture-views.ts';
import { IconButton } from '#ui/button.tsx';
import { Empty } from '#ui/empty.tsx';
import { mediaUrl } from '#ui/picture.tsx';
import { useToast } from '#ui/toasts.tsx';
import { ActionDialog } from '../../../components/dialogs/action-dialog.tsx';
import { Badge, Panel } from '../../../components/panel.tsx';
import { SortableList } from '../../../components/sorting/sortable-list.tsx';
import { useCall } from '../../../components/use-call.ts';
import type { ProductData } from '../product.tsx';
import { PictureDialog, type Tile, TileRows } from './picture-dialog.tsx';
import { UploadBox } from './upload-box.tsx';

const idOf = ({ rows }: Tile): string => rows[0] ?? '';

/** A product's pictures, those of each colour by themselves, in the sequence in which shops show them. */
export function PicturesPanel({ data }: { data: ProductData }) {
  const { product, pictures, may } = data;
  const { tiles, owners, main } = pictures;
  const [edited, setEdited] = useState<string | null>(null);
  const [order, setOrder] = useOrder(pictures);
  const stills = order.flatMap((id) => tiles.find((tile) => idOf(tile) === id) ?? []);
  const groups = [{ key: '', label: 'כל הגרסאות' }, ...owners].map((owner) => ({
    ...owner,
    own: stills.filter(({ of }) => of === owner.key),
    frames: tiles.filter((tile) => tile.of === owner.key && isFrame(tile)),
  }));
  const tile = tiles.find((one) => idOf(one) === edited);
  return (
    <Panel title="תמונות">
      {may.edit && <UploadBox product={product.uuid} owners={owners} />}
      {tiles.length === 0 && <Empty title="עוד אין תמונות">בחנות מוצג ציור של סוג המוצר עד שתעלה תמונה ראשונה.</Empty>}
      {groups
        .filter(({ own, frames }) => own.length + frames.length > 0)
        .map(({ key, label, own, frames }) => (
          <section key={key} aria-label={`תמונות: ${label}`} className="grid gap-2">
            <h3 className="text-sm font-medium text-ink-2">
              <bdi>{label}</bdi>
            </h3>
            {own.length > 0 && (
              <SortableList
                label={`תמונות: ${label}`}
                layout="grid"
                className="picture-grid"
                disabled={!may.edit}
                items={own.map((one, at) => ({
                  id: idOf(one),
                  name: `תמונה ${at + 1}, ${viewNames[viewNameOf(one.view)]}`,
                  one,
                }))}
                onOrder={(ids) => setOrder(groups.flatMap((group) => (group.key === key ? ids : group.own.map(idOf))))}
                actions={({ id, name }) =>
                  may.edit && (
                    <IconButton label={`עריכה: ${name}`} onClick={() => setEdited(id)}>
                      <Pencil aria-hidden className="size-4" />
                    </IconButton>
                  )
                }
              >
                {({ id, one }) => <TileView tile={one} isMain={id === main} />}
              </SortableList>
            )}
            {frames.length > 0 && <Spin label={label} frames={frames} mayEdit={may.edit} />}
          </section>
        ))}
      {tile && (
        <PictureDialog
          key={idOf(tile)}
          product={product.uuid}
          tile={tile}
          owners={owners}
          onClose={() => setEdited(null)}
        />
      )}
    </Panel>
  );
}

/** The sequence as it is stored, or as it is being stored. */
function useOrder({ tiles, version }: ProductData['pictures']): [string[], (ids: string[]) => void] {
  const storedSequence = tiles.filter((tile) => !isFrame(tile)).map(idOf);
  const fetcher = useCall();
  const toast = useToast();
  const [sentSequence, setSentSequence] = useState<string[] | null>(null);
  /** Moved before the former sequence was answered: sent then, by the version that it has left. */
  const next = useRef<string[] | null>(null);
  const { data: reply, state } = fetcher;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each reply
  useEffect(() => {
    if (state !== 'idle' || sentSequence === null) return;
    const moved = next.current;
    next.current = null;
    if (reply?.ok && moved) return send(moved);
    setSentSequence(null);
    if (reply?.ok === false) toast({ kind: 'danger', title: 'הסדר לא נשמר', text: reply.message ?? '' });
  }, [reply, state]);
  const save = (ids: string[]) => {
    setSentSequence(ids);
    if (state === 'idle') send(ids);
    else next.current = ids;
  };
  const send = (ids: string[]) => {
    const body = new FormData();
    body.set('_call', 'orderPictures');
    body.set('version', version);
    for (const id of ids) body.append('order[]', id);
    void fetcher.submit(body, { method: 'post' });
  };
  return [sentSequence ?? storedSequence, save];
}

function TileView({ tile: { media, alt, view, focusX, focusY }, isMain }: { tile: Tile; isMain: boolean }) {
  const focus = focusX === null ? undefined : { objectFit: 'cover' as const, objectPosition: `${focusX}% ${focusY}%` };
  return (
    <>
      <img
        src={mediaUrl(media, 320)}
        alt={alt}
        loading="lazy"
        draggable={false}
        className="aspect-4/3 w-full rounded-sm bg-ground-2 object-contain"
        style={focus}
      />
      <span className="flex min-h-6 flex-wrap items-center gap-1 text-sm">
        <span className="grow">{viewNames[viewNameOf(view)]}</span>
        {isMain && <Badge tone="info">בכרטיס</Badge>}
        {alt === '' && <Badge tone="wait">בלי טקסט חלופי</Badge>}
      </span>
    </>
  );
}

function Spin({ label, frames, mayEdit }: { label: string; frames: Tile[]; mayEdit: boolean }) {
  const [first] = frames;
  if (!first) return null;
  return (
    <div className="flex flex-wrap items-center gap-3 rounded-sm border border-line p-2">
      <img
        src={mediaUrl(first.media, 160)}
        alt=""
        loading="lazy"
        className="aspect-4/3 w-20 rounded-sm bg-ground-2 object-contain"
      />
      <p className="grow">סיבוב 360° של {frames.length} תמונות</p>
      {mayEdit && (
        <ActionDialog
          label="הסרת הסיבוב"
          title={`הסרת הסיבוב: ${label}`}
          call="removePictures"
          submit="הסרה"
          danger
          variant="quiet"
        >
          <TileRows rows={frames.flatMap(({ rows }) => rows)} />
          <p>הסיבוב יוסר מהמוצר. אפשר לבטל את ההסרה ביומן השינויים.</p>
        </ActionDialog>
      )}
    </div>
  );
}
