import { type FormEvent, useEffect, useRef, useState } from 'react';
import { type BulkCell, type BulkChange, type BulkRow, jumpsOf } from '#domain/catalogue/bulk-rows.ts';
import { isMarked } from '#domain/catalogue/price-rules.ts';
import { formatNumber } from '#domain/text/format.ts';
import type { BulkOutcome } from '#server/office/products/bulk/write-rows.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { CheckboxField } from '#ui/form/field.tsx';
import { useToast } from '#ui/toasts.tsx';
import { Badge } from '../../../components/panel.tsx';
import { RefusedReply } from '../../../components/refused-reply.tsx';
import { ScrollTable } from '../../../components/scroll-table.tsx';
import { useCall } from '../../../components/use-call.ts';
import { WhenFields } from '../../../components/when-fields.tsx';
import { type BulkColumn, textOfValue } from './columns.ts';

export type ChangedRow = { row: BulkRow; after: BulkRow; cells: (BulkCell & { column: BulkColumn })[] };
type Props = {
  changed: ChangedRow[];
  columns: BulkColumn[];
  /** `null`: put off, as a draft. */
  onSaved: (outcome: BulkOutcome | null) => void;
  /** A job saves it. */
  onJob: (job: string) => void;
  onClose: () => void;
};

/** More products are saved by a job, whose progress is shown. */
const MAX_WITHOUT_JOB = 300;
const SHOWN = 300;

/** What would change, price jumps first; then it is saved as one operation, now or later. */
export function PreviewDialog({ changed, columns, onSaved, onJob, onClose }: Props) {
  const fetcher = useCall();
  const toast = useToast();
  const problem = useRef<HTMLDivElement>(null);
  const [key] = useState(() => crypto.randomUUID());
  const reply = fetcher.data;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each reply
  useEffect(() => {
    if (!reply) return;
    if (!reply.ok) return problem.current?.focus();
    const result = reply.result as (Partial<BulkOutcome> & { job?: string }) | undefined;
    if (result?.job) return onJob(result.job);
    toast({ kind: 'success', title: reply.message ?? 'נשמר' });
    onSaved(result?.conflicts ? (result as BulkOutcome) : null);
  }, [reply]);
  const jumps = changed.filter(({ row, after }) => jumpsOf(row, after).length > 0);
  const lines = linesOf(changed);

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const later = form.get('_when') === 'at' || form.get('_when') === 'draft';
    form.set('_call', changed.length > MAX_WITHOUT_JOB && !later ? 'begin' : 'save');
    form.set('_key', key);
    form.set('rows', JSON.stringify(changesOf(changed)));
    // Thousands of rows are more than a plain form may have.
    fetcher.submit(form, { method: 'post', encType: 'multipart/form-data' });
  }

  return (
    <Dialog open onClose={onClose} title="מה ישתנה" width="w-full sm:w-[46rem]">
      <form onSubmit={submit} className="grid gap-4 p-5">
        <ul className="flex flex-wrap gap-2">
          {countsOf(changed, columns).map(([label, count]) => (
            <li key={label}>
              <Badge tone="info">{`${label}: ${formatNumber(count)}`}</Badge>
            </li>
          ))}
        </ul>
        {reply && !reply.ok && <RefusedReply ref={problem} id="bulk-problem" reply={reply} />}
        <ScrollTable region="ההבדלים" height="max-h-[45vh]">
          <thead>
            <tr>
              <th scope="col">מוצר</th>
              <th scope="col">עמודה</th>
              <th scope="col">היה</th>
              <th scope="col">יהיה</th>
            </tr>
          </thead>
          <tbody>
            {lines.slice(0, SHOWN).map(({ product, name, label, was, now, marked }) => (
              <tr key={`${product} ${label}`}>
                <td>
                  <bdi>{name}</bdi>
                </td>
                <td>{label}</td>
                <td>
                  <bdi>{was || 'ריק'}</bdi>
                </td>
                <td>
                  <bdi className="font-semibold">{now || 'ריק'}</bdi> {marked && <Badge tone="wait">שינוי גדול</Badge>}
                </td>
              </tr>
            ))}
          </tbody>
        </ScrollTable>
        {lines.length > SHOWN && <p className="text-sm text-ink-3">ועוד {formatNumber(lines.length - SHOWN)} תאים.</p>}
        {jumps.length > 0 && (
          <CheckboxField
            name="confirmed"
            value="on"
            required
            label={
              jumps.length === 1
                ? 'מחיר של מוצר אחד משתנה ביותר מחצי, וזו הכוונה'
                : `מחירים של ${formatNumber(jumps.length)} מוצרים משתנים ביותר מחצי, וזו הכוונה`
            }
          />
        )}
        <WhenFields draftOnly={false} />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" size="sm" busy={fetcher.state !== 'idle'}>
            שמירה
          </Button>
          <Button size="sm" variant="secondary" onClick={onClose}>
            חזרה לגיליון
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

const changesOf = (changed: ChangedRow[]): BulkChange[] =>
  changed.map(({ row, cells }) => ({
    product: row.uuid,
    cells: cells.map(({ field, store, was, now }) => ({ field, store, was, now })),
  }));

function countsOf(changed: ChangedRow[], columns: BulkColumn[]): [label: string, count: number][] {
  const counts = new Map<string, number>();
  for (const { cells } of changed)
    for (const { column } of cells) counts.set(column.label, (counts.get(column.label) ?? 0) + 1);
  return columns.flatMap(({ label }) => {
    const count = counts.get(label);
    return count ? [[label, count] as [string, number]] : [];
  });
}

/** Cell by cell, large price changes first. */
function linesOf(changed: ChangedRow[]) {
  const lines = changed.flatMap(({ row, cells }) =>
    cells.map(({ column, was, now }) => ({
      product: row.uuid,
      name: row.name,
      label: column.label,
      was: textOfValue(column.kind, was),
      now: textOfValue(column.kind, now),
      marked: column.kind === 'sum' && isMarked(was as number | null, now as number | null),
    })),
  );
  return lines.sort((a, b) => Number(b.marked) - Number(a.marked));
}
