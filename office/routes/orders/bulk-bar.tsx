import { useContext, useEffect, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { formatNumber } from '#domain/text/format.ts';
import type { OrderRow } from '#server/office/orders/list-orders.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { SelectField } from '#ui/form/field.tsx';
import { OnRefusal } from '../../components/use-call.ts';
import type { ActionReply } from '../../load.ts';

type Kind = 'advance' | 'assign';
type Person = { uuid: string; name: string };
/** `null`: done. */
type Outcome = { row: OrderRow; refused: string | null };

const words: Record<Kind, { title: string; submit: string; done: [one: string, many: string] }> = {
  advance: { title: 'קידום הזמנות', submit: 'לקדם', done: ['קודמה', 'קודמו'] },
  assign: { title: 'שיוך לאחראי', submit: 'לשייך', done: ['שויכה', 'שויכו'] },
};

type Props = {
  chosen: OrderRow[];
  may: Record<Kind, boolean>;
  people: Person[];
  /** Of the orders that something was done with. */
  onDone: (uuids: string[]) => void;
  onClear: () => void;
};

/** What can be done with the chosen orders. They are frozen at the press: what the list shows meanwhile changes nothing. */
export function BulkBar({ chosen, may, people, onDone, onClear }: Props) {
  const [frozen, setFrozen] = useState<{ kind: Kind; rows: OrderRow[] } | null>(null);
  const kinds = (['advance', 'assign'] as const).filter((kind) => may[kind]);
  return (
    <>
      {chosen.length > 0 && (
        <section
          aria-label="פעולות על הנבחרות"
          className="sticky bottom-3 z-10 mx-auto mt-3 flex w-fit max-w-full flex-wrap items-center gap-2 rounded-md border border-line-strong bg-ground p-2 ps-4 shadow-floating"
        >
          <p role="status" className="pe-2 text-sm font-semibold">
            {countText(chosen.length)}
          </p>
          {kinds.map((kind, at) => (
            <Button
              key={kind}
              size="sm"
              variant={at === 0 ? 'primary' : 'secondary'}
              onClick={() => setFrozen({ kind, rows: chosen })}
            >
              {words[kind].title}
            </Button>
          ))}
          <Button size="sm" variant="quiet" onClick={onClear}>
            ניקוי הבחירה
          </Button>
        </section>
      )}
      {frozen && <BulkDialog {...frozen} people={people} onDone={onDone} onClose={() => setFrozen(null)} />}
    </>
  );
}

type DialogProps = Pick<Props, 'people' | 'onDone'> & { kind: Kind; rows: OrderRow[]; onClose: () => void };

/** Asks, carries out one after the other, and tells what came of each. To close it is to stop after the one that is on its way. */
function BulkDialog({ kind, rows, people, onDone, onClose }: DialogProps) {
  const [owner, setOwner] = useState('');
  const [outcomes, setOutcomes] = useState<Outcome[] | null>(null);
  const [running, setRunning] = useState(false);
  const stopped = useRef(false);
  const onRefusal = useContext(OnRefusal);
  const revalidator = useRevalidator();
  useEffect(() => {
    stopped.current = false;
    return () => {
      stopped.current = true;
    };
  }, []);

  async function run() {
    setRunning(true);
    const done: Outcome[] = [];
    setOutcomes([]);
    for (const row of rows) {
      if (stopped.current) break;
      const reply = await askFor(row, kind, owner);
      if (reply.code === 'UNAUTHORIZED') {
        onRefusal(reply.code);
        stopped.current = true;
      }
      done.push({ row, refused: reply.ok ? null : (reply.message ?? 'לא בוצע') });
      setOutcomes([...done]);
    }
    setRunning(false);
    onDone(done.filter(({ refused }) => refused === null).map(({ row }) => row.uuid));
    revalidator.revalidate();
  }

  const { title, submit } = words[kind];
  const refused = outcomes?.filter((one) => one.refused !== null) ?? [];
  return (
    <Dialog open onClose={onClose} title={title}>
      <div className="grid gap-4 p-5">
        {outcomes === null ? (
          <form
            className="grid gap-4"
            onSubmit={(event) => {
              event.preventDefault();
              run();
            }}
          >
            <p>
              {kind === 'advance'
                ? `${countText(rows.length)}. כל אחת תעבור לשלב הבא שלה, והלקוח שלה יקבל הודעה.`
                : `${countText(rows.length)}. מי שטיפל בהן עד עכשיו יוחלף.`}
            </p>
            <p className="max-h-32 overflow-y-auto text-sm text-ink-3">
              {rows.map(({ uuid, number }) => (
                <bdi key={uuid} className="me-3 inline-block">
                  {number}
                </bdi>
              ))}
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
            <progress
              max={rows.length}
              value={outcomes.length}
              aria-label={title}
              className="h-2 w-full appearance-none overflow-hidden rounded-full bg-ground-3 [&::-moz-progress-bar]:bg-action [&::-webkit-progress-bar]:bg-ground-3 [&::-webkit-progress-value]:bg-action"
            />
            <p ref={focusOnce} tabIndex={-1} role="status" className="font-semibold outline-none">
              {running
                ? `${formatNumber(outcomes.length)} מתוך ${formatNumber(rows.length)}`
                : outcomeText(kind, rows.length, outcomes)}
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
            <div>
              {running ? (
                <Button
                  variant="secondary"
                  size="sm"
                  onClick={() => {
                    stopped.current = true;
                  }}
                >
                  עצירה
                </Button>
              ) : (
                <Button size="sm" onClick={onClose}>
                  סגירה
                </Button>
              )}
            </div>
          </>
        )}
      </div>
    </Dialog>
  );
}

/** The button that was pressed is gone: the focus stays in the dialog, where the progress is told. */
const focusOnce = (element: HTMLElement | null): void => element?.focus();

/** What comes after ״במסירה״ is the handover itself, which also closes the shipments. */
async function askFor({ uuid, status }: OrderRow, kind: Kind, owner: string): Promise<Partial<ActionReply>> {
  const call = kind === 'advance' && status === 'delivery_in_process' ? 'deliver' : kind;
  const body = new URLSearchParams({
    _call: call,
    order: uuid,
    ...(kind === 'advance' ? { from: status } : { owner }),
  });
  try {
    const response = await fetch('/orders/bulk', { method: 'POST', body, redirect: 'manual' });
    // To the sign-in page: the session has ended.
    if (response.type === 'opaqueredirect') return { ok: false, code: 'UNAUTHORIZED', message: 'צריך להיכנס שוב' };
    return (await response.json()) as ActionReply;
  } catch {
    return { ok: false, message: 'אין תשובה מהשרת: בדקו בדף ההזמנה אם בוצע' };
  }
}

const countText = (count: number): string => (count === 1 ? 'הזמנה אחת נבחרה' : `${formatNumber(count)} הזמנות נבחרו`);

/** ״3 קודמו, אחת לא״ */
function outcomeText(kind: Kind, asked: number, outcomes: Outcome[]): string {
  const [one, many] = words[kind].done;
  const good = outcomes.filter(({ refused }) => refused === null).length;
  const bad = outcomes.length - good;
  const left = asked - outcomes.length;
  return [
    good === 0 ? `אף אחת לא ${one}` : good === 1 ? `אחת ${one}` : `${formatNumber(good)} ${many}`,
    good > 0 && bad > 0 && (bad === 1 ? 'אחת לא' : `${formatNumber(bad)} לא`),
    left > 0 && (left === 1 ? 'אחת נשארה כשהייתה' : `${formatNumber(left)} נשארו כשהיו`),
  ]
    .filter(Boolean)
    .join(', ');
}
