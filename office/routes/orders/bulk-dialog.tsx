import { useContext, useEffect, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { formatNumber } from '#domain/text/format.ts';
import type { SelectedOrder } from '#server/office/orders/list-orders.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { SelectField } from '#ui/form/field.tsx';
import { OnRefusal } from '../../components/use-call.ts';
import type { BulkReply } from './bulk.ts';

export type BulkKind = 'advance' | 'assign';
export type Person = { uuid: string; name: string };
/** `refused`: why not; `null`: done. */
type Outcome = { row: SelectedOrder; refused: string | null };
type Fields = Record<string, string>;

export const bulkWords: Record<BulkKind, { title: string; submit: string; done: [one: string, many: string] }> = {
  advance: { title: 'קידום הזמנות', submit: 'לקדם', done: ['קודמה', 'קודמו'] },
  assign: { title: 'שיוך לאחראי', submit: 'לשייך', done: ['שויכה', 'שויכו'] },
};

/** Orders of one request. */
const BATCH = 20;
const SHOWN_NUMBERS = 60;

type Props = {
  kind: BulkKind;
  rows: SelectedOrder[];
  people: Person[];
  /** Of the orders that something was done with. */
  onDone: (uuids: string[]) => void;
  onClose: () => void;
};

/**
 * Asks, carries out batch by batch, and tells what came of each. To close it is to stop after the batch that is on its
 * way.
 */
export function BulkDialog({ kind, rows, people, onDone, onClose }: Props) {
  const [owner, setOwner] = useState('');
  const [undone, setUndone] = useState(false);
  const { total, outcomes, running, run, stop } = useBatches(onDone);
  const { title, submit } = bulkWords[kind];
  const good = outcomes?.filter(({ refused }) => refused === null).map(({ row }) => row) ?? [];
  const refused = outcomes?.filter((one) => one.refused !== null) ?? [];
  // What comes after ״במסירה״ is the handover itself, which also closes the shipments.
  const start = () =>
    kind === 'advance'
      ? run(rows, (row) => [row.status === 'delivery_in_process' ? 'deliver' : 'advance', { from: row.status }])
      : run(rows, () => ['assign', { owner }]);
  const undo = () => {
    setUndone(true);
    return run(good, (row) => ['assign', { owner: row.owner_uid ?? '', back: owner }]);
  };
  return (
    <Dialog open onClose={onClose} title={undone ? 'ביטול השיוך' : title}>
      <div className="grid gap-4 p-5">
        {outcomes === null ? (
          <form
            className="grid gap-4"
            onSubmit={(event) => {
              event.preventDefault();
              void start();
            }}
          >
            <p>
              {kind === 'advance'
                ? `${countText(rows.length)}. כל אחת תעבור לשלב הבא שלה, והלקוח שלה יקבל הודעה. אי אפשר לבטל.`
                : `${countText(rows.length)}. מי שטיפל בהן עד עכשיו יוחלף.`}
            </p>
            <p className="max-h-32 overflow-y-auto text-sm text-ink-3">
              {rows.slice(0, SHOWN_NUMBERS).map(({ uuid, number }) => (
                <bdi key={uuid} className="me-3 inline-block">
                  {number}
                </bdi>
              ))}
              {rows.length > SHOWN_NUMBERS && `ועוד ${formatNumber(rows.length - SHOWN_NUMBERS)}`}
            </p>
            {kind === 'assign' && (
              <SelectField label="אחראי" required value={owner} onChange={(event) => setOwner(event.target.value)}>
                <option value="">בחרו</option>
                {people.map(({ uuid, name }) => (
                  <option key={uuid} value={uuid}>
                    {name}
                  </option>
                ))}
              </SelectField>
            )}
            <div className="flex gap-2">
              <Button type="submit" size="sm">
                {submit}
              </Button>
              <Button variant="secondary" size="sm" onClick={onClose}>
                ביטול
              </Button>
            </div>
          </form>
        ) : (
          <>
            <progress max={total} value={outcomes.length} aria-label={title} className="w-full" />
            <p ref={focusOnce} tabIndex={-1} role="status" className="font-semibold outline-none">
              {running
                ? `${formatNumber(outcomes.length)} מתוך ${formatNumber(total)}`
                : undone
                  ? `השיוך בוטל ב־${formatNumber(good.length)} מתוך ${formatNumber(total)}`
                  : outcomeText(kind, total, outcomes)}
            </p>
            {refused.length > 0 && (
              <ul className="grid max-h-64 gap-2 overflow-y-auto text-sm">
                {refused.map(({ row, refused }) => (
                  <li key={row.uuid}>
                    <bdi className="font-semibold">{row.number}</bdi>: {refused}
                  </li>
                ))}
              </ul>
            )}
            <div className="flex gap-2">
              {running ? (
                <Button variant="secondary" size="sm" onClick={stop}>
                  עצירה
                </Button>
              ) : (
                <>
                  <Button size="sm" onClick={onClose}>
                    סגירה
                  </Button>
                  {kind === 'assign' && !undone && good.length > 0 && (
                    <Button variant="secondary" size="sm" onClick={() => void undo()}>
                      ביטול השיוך
                    </Button>
                  )}
                </>
              )}
            </div>
          </>
        )}
      </div>
    </Dialog>
  );
}

/** Carries a call out for rows, batch by batch; `outcomes` is `null` until it begins. */
function useBatches(onDone: (uuids: string[]) => void) {
  const [total, setTotal] = useState(0);
  const [outcomes, setOutcomes] = useState<Outcome[] | null>(null);
  const [isRunning, setRunning] = useState(false);
  const stopped = useRef(false);
  const onRefusal = useContext(OnRefusal);
  const revalidator = useRevalidator();
  useEffect(() => {
    stopped.current = false;
    return () => {
      stopped.current = true;
    };
  }, []);

  async function run(rows: SelectedOrder[], callOf: (row: SelectedOrder) => [call: string, fields: Fields]) {
    setRunning(true);
    setTotal(rows.length);
    setOutcomes([]);
    stopped.current = false;
    const done: Outcome[] = [];
    for (const [call, batch] of batchesOf(rows, callOf)) {
      if (stopped.current) break;
      const reply = await send(
        call,
        batch.map((row) => ({ order: row.uuid, ...callOf(row)[1] })),
      );
      if (reply.code) {
        onRefusal(reply.code);
        stopped.current = true;
      }
      for (const { order, refused } of reply.outcomes) {
        const row = batch.find(({ uuid }) => uuid === order);
        if (row) done.push({ row, refused });
      }
      setOutcomes([...done]);
    }
    setRunning(false);
    onDone(done.filter(({ refused }) => refused === null).map(({ row }) => row.uuid));
    revalidator.revalidate();
  }
  const stop = () => {
    stopped.current = true;
  };
  return { total, outcomes, running: isRunning, run, stop };
}

/** Neighbours of one call, at most so many. */
function batchesOf(rows: SelectedOrder[], callOf: (row: SelectedOrder) => [string, Fields]) {
  const batches: [call: string, rows: SelectedOrder[]][] = [];
  for (const row of rows) {
    const [call] = callOf(row);
    const last = batches.at(-1);
    if (last && last[0] === call && last[1].length < BATCH) last[1].push(row);
    else batches.push([call, [row]]);
  }
  return batches;
}

/** The button that was pressed is gone: the focus stays in the dialog, where the progress is announced. */
const focusOnce = (element: HTMLElement | null): void => element?.focus();

/** The fault may have come after the change. */
export const IN_DOUBT = 'תקלה: בדקו בדף ההזמנה אם בוצע';

async function send(call: string, rows: Fields[]): Promise<BulkReply> {
  const fields = rows.flatMap((row, at) => Object.entries(row).map(([name, value]) => [`rows[${at}].${name}`, value]));
  const body = new URLSearchParams([['_call', call], ...fields]);
  const refuseAll = (refused: string): BulkReply => ({ outcomes: rows.map(({ order = '' }) => ({ order, refused })) });
  try {
    const response = await fetch('/orders/bulk', { method: 'POST', body });
    return response.ok ? ((await response.json()) as BulkReply) : refuseAll(IN_DOUBT);
  } catch {
    return refuseAll('אין תשובה מהשרת: בדקו בדף ההזמנה אם בוצע');
  }
}

export const countText = (count: number): string =>
  count === 1 ? 'הזמנה אחת נבחרה' : `${formatNumber(count)} הזמנות נבחרו`;

/** ״3 קודמו, אחת לא״ */
function outcomeText(kind: BulkKind, orderCount: number, outcomes: Outcome[]): string {
  const [one, many] = bulkWords[kind].done;
  const good = outcomes.filter(({ refused }) => refused === null).length;
  const bad = outcomes.length - good;
  const left = orderCount - outcomes.length;
  return [
    good === 0 ? `אף אחת לא ${one}` : good === 1 ? `אחת ${one}` : `${formatNumber(good)} ${many}`,
    good > 0 && bad > 0 && (bad === 1 ? 'אחת לא' : `${formatNumber(bad)} לא`),
    left > 0 && (left === 1 ? 'אחת נשארה כשהייתה' : `${formatNumber(left)} נשארו כשהיו`),
  ]
    .filter(Boolean)
    .join(', ');
}
