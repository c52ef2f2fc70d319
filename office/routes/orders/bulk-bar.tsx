import { useState } from 'react';
import { formatNumber } from '#domain/text/format.ts';
import type { SelectedOrder } from '#server/office/orders/list-orders.ts';
import { Button } from '#ui/button.tsx';
import { fetchJson } from '../../fetch-json.ts';
import { BulkDialog, type BulkKind, bulkWords, countText, type Person } from './bulk-dialog.tsx';

type Props = {
  /** Of the page. */
  chosen: SelectedOrder[];
  /** All that the filters mean, on every page; `null`: only `chosen`. */
  whole: { query: string; count: number } | null;
  may: Record<BulkKind, boolean>;
  people: Person[];
  /** Of the orders that something was done with. */
  onDone: (uuids: string[]) => void;
  onClear: () => void;
};

/**
 * What can be done with the chosen orders. They are frozen at the press: what the list shows meanwhile changes nothing.
 * A whole filter is frozen by the server, with the number that is then told.
 */
export function BulkBar({ chosen, whole, may, people, onDone, onClear }: Props) {
  const [frozen, setFrozen] = useState<{ kind: BulkKind; rows: SelectedOrder[] } | null>(null);
  const [asking, setAsking] = useState<BulkKind | null>(null);
  const [problem, setProblem] = useState(false);
  const kinds = (['advance', 'assign'] as const).filter((kind) => may[kind]);
  const freeze = async (kind: BulkKind) => {
    if (!whole) return setFrozen({ kind, rows: chosen });
    setAsking(kind);
    const rows = await fetchJson<SelectedOrder[]>(`/orders/bulk?${whole.query}`, AbortSignal.timeout(30_000));
    setAsking(null);
    setProblem(rows === null);
    if (rows) setFrozen({ kind, rows });
  };
  return (
    <>
      {chosen.length > 0 && (
        <section
          aria-label="פעולות על הנבחרות"
          className="sticky bottom-3 z-10 mx-auto mt-3 flex w-fit max-w-full flex-wrap items-center gap-2 rounded-md border border-line-strong bg-ground p-2 ps-4 shadow-floating"
        >
          <p role="status" className="pe-2 text-sm font-semibold">
            {whole ? `נבחרו כל ${formatNumber(whole.count)} ההזמנות של הסינון` : countText(chosen.length)}
          </p>
          {kinds.map((kind, at) => (
            <Button
              key={kind}
              size="sm"
              variant={at === 0 ? 'primary' : 'secondary'}
              busy={asking === kind}
              onClick={() => freeze(kind)}
            >
              {bulkWords[kind].title}
            </Button>
          ))}
          <Button size="sm" variant="quiet" onClick={onClear}>
            ניקוי הבחירה
          </Button>
          {problem && (
            <p role="alert" className="basis-full text-sm text-danger">
              אי אפשר לבחור עכשיו את כל הסינון. נסו שוב, או צמצמו אותו.
            </p>
          )}
        </section>
      )}
      {frozen && <BulkDialog {...frozen} people={people} onDone={onDone} onClose={() => setFrozen(null)} />}
    </>
  );
}
