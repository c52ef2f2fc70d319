import { useEffect, useMemo, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import type { BulkRow } from '#domain/catalogue/bulk-rows.ts';
import { formatNumber } from '#domain/text/format.ts';
import { bulkFrame } from '#server/office/products/bulk/bulk-rows.ts';
import { beginBulk, editBulk } from '#server/office/products/bulk/edit-bulk.ts';
import type { BulkOutcome } from '#server/office/products/bulk/write-rows.ts';
import { Button } from '#ui/button.tsx';
import { Empty } from '#ui/empty.tsx';
import { PageHead } from '../../../components/page-head.tsx';
import { useUnsaved } from '../../../components/unsaved.tsx';
import { fetchJson } from '../../../fetch-json.ts';
import { act, load } from '../../../load.ts';
import type { Route } from './+types/bulk.ts';
import { CellStatus } from './cell-status.tsx';
import { columnsOf, judge } from './columns.ts';
import { FormulaBar } from './formula-bar.tsx';
import { BulkGrid } from './grid.tsx';
import { JobPanel } from './job-panel.tsx';
import { Outcome } from './outcome.tsx';
import { PreviewDialog } from './preview.tsx';
import { emptySheet, filledDown, moveTo, type Sheet, stepBack } from './sheet.ts';

export const loader = load((ctx) => bulkFrame(ctx, {}));
export const action = act({ save: editBulk, begin: beginBulk });

type Loaded = { rows: BulkRow[]; more: boolean };

/**
 * Products as a spreadsheet: those that a list's page has chosen, or all of its filter. Nothing is saved before its
 * differences were seen.
 */
export default function Bulk({ loaderData: { stores, vatBp } }: Route.ComponentProps) {
  const { search } = useLocation();
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const [turn, setTurn] = useState(0);
  const [sheet, setSheet] = useState<Sheet>(emptySheet);
  const [outcome, setOutcome] = useState<BulkOutcome | null>(null);
  const [isPreviewed, setPreviewed] = useState(false);
  /** What saves the sheet, which can't be edited meanwhile. */
  const [job, setJob] = useState<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again at each turn
  useEffect(() => {
    const aborted = new AbortController();
    fetchJson<Loaded>(`/products/bulk/rows${search}`, aborted.signal).then((reply) => {
      if (aborted.signal.aborted) return;
      setFailed(reply === null);
      if (reply) setLoaded(reply);
    });
    return () => aborted.abort();
  }, [search, turn]);
  const columns = useMemo(() => columnsOf(stores), [stores]);
  const rows = loaded?.rows ?? [];
  const grid = useMemo(() => ({ rows, columns }), [rows, columns]);
  const changed = useMemo(
    () =>
      rows.flatMap((row) => {
        const edits = sheet.edits.get(row.uuid);
        const judged = edits && judge(row, edits, columns);
        return judged && (judged.cells.length > 0 || judged.faults.size > 0) ? [{ row, ...judged }] : [];
      }),
    [rows, sheet.edits, columns],
  );
  const faults = changed.filter((one) => one.faults.size > 0);
  const conflicts = useMemo(() => new Set(outcome?.conflicts.map(({ product }) => product)), [outcome]);
  useUnsaved(changed.length > 0 && !job);
  const ended = useRef<HTMLDivElement>(null);
  const ran = useRef(false);
  // The job's panel had the focus, and has gone.
  useEffect(() => {
    if (ran.current && !job) ended.current?.focus();
    ran.current = job !== null;
  }, [job]);

  /** Edits of fields that another person changed meanwhile stay typed, beside what is stored now. */
  function onSaved(saved: BulkOutcome | null): void {
    setPreviewed(false);
    setJob(null);
    setOutcome(saved);
    const left = new Set(saved?.conflicts.map(({ product }) => product));
    setSheet((one) => ({ ...one, past: [], edits: new Map([...one.edits].filter(([uuid]) => left.has(uuid))) }));
    setTurn((one) => one + 1);
  }
  function toFault(): void {
    const places = faults.flatMap(({ row, faults: found }) =>
      [...found.keys()].map((key) => ({ row: rows.indexOf(row), col: columns.findIndex((one) => one.key === key) })),
    );
    const { row, col } = sheet.active;
    const next = places.find((place) => place.row > row || (place.row === row && place.col > col)) ?? places[0];
    if (next) setSheet((one) => moveTo(grid, one, next));
  }

  return (
    <>
      <PageHead
        title="עריכה מרובה"
        back={{ to: '/products', label: 'מוצרים' }}
        badges={loaded && <p className="text-sm text-ink-3">{countText(rows.length, loaded.more)}</p>}
        actions={
          <Actions
            canStepBack={sheet.past.length > 0}
            canSave={changed.length > 0 && faults.length === 0}
            isSaving={job !== null}
            onStepBack={() => setSheet(stepBack)}
            onPreview={() => setPreviewed(true)}
          />
        }
      />
      <noscript>
        <p className="panel p-4">העריכה המרובה פועלת כשסקריפטים מופעלים בדפדפן. מוצר אחד אפשר לערוך בדף שלו.</p>
      </noscript>
      <div ref={ended} tabIndex={-1} className="focus:outline-none">
        {outcome && <Outcome outcome={outcome} onClose={() => setOutcome(null)} />}
      </div>
      {job ? (
        <JobPanel job={job} count={changed.length} onSaved={onSaved} onBack={() => setJob(null)} />
      ) : !loaded ? (
        <Loading failed={hasFailed} />
      ) : rows.length === 0 ? (
        <div className="panel">
          <Empty title="אין מוצרים כאלה">חזרו לרשימת המוצרים, בחרו סינון אחר או סמנו מוצרים, ופתחו שוב.</Empty>
        </div>
      ) : (
        <div className="grid grid-cols-1 gap-3">
          <div className="flex flex-wrap items-end gap-x-6 gap-y-2">
            <FormulaBar grid={grid} sheet={sheet} onChange={setSheet} />
            <Button size="sm" variant="secondary" onClick={() => setSheet((one) => filledDown(grid, one))}>
              מילוי כלפי מטה
            </Button>
          </div>
          <BulkGrid label="מוצרים לעריכה" grid={grid} sheet={sheet} onChange={setSheet} conflicts={conflicts} />
          <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 text-sm">
            <CellStatus grid={grid} sheet={sheet} vatBp={vatBp} />
            <p role="status" className="flex flex-wrap items-center gap-3">
              {changedText(changed)}
              {faults.length > 0 && (
                <button type="button" className="min-h-10 text-danger underline" onClick={toFault}>
                  {faults.length === 1 ? 'בשורה אחת יש שגיאה' : `ב־${formatNumber(faults.length)} שורות יש שגיאות`}: אל
                  הבאה
                </button>
              )}
            </p>
          </div>
          <p className="text-xs text-ink-3">
            חצים לתנועה, הקלדה מחליפה, <bdi>Enter</bdi> או <bdi>F2</bdi> לעריכה, <bdi>Escape</bdi> לוויתור. עם{' '}
            <bdi>Shift</bdi> בוחרים טווח: מעתיקים ומדביקים מגיליון, <bdi>Ctrl-D</bdi> ממלא כלפי מטה, <bdi>Delete</bdi>{' '}
            מרוקן, <bdi>Ctrl-Z</bdi> מבטל צעד. המחירים כוללים מע״מ.
          </p>
        </div>
      )}
      {isPreviewed && (
        <PreviewDialog
          changed={changed}
          columns={columns}
          onSaved={onSaved}
          onJob={(begun) => {
            setPreviewed(false);
            setJob(begun);
          }}
          onClose={() => setPreviewed(false)}
        />
      )}
    </>
  );
}

type ActionsProps = {
  canStepBack: boolean;
  canSave: boolean;
  isSaving: boolean;
  onStepBack: () => void;
  onPreview: () => void;
};

const Actions = ({ canStepBack, canSave, isSaving, onStepBack, onPreview }: ActionsProps) => (
  <>
    <Button size="sm" variant="secondary" disabled={!canStepBack || isSaving} onClick={onStepBack}>
      ביטול צעד
    </Button>
    <Button size="sm" disabled={!canSave || isSaving} onClick={onPreview}>
      ההבדלים והשמירה
    </Button>
  </>
);

const Loading = ({ failed }: { failed: boolean }) => (
  <p role={failed ? 'alert' : 'status'} className="panel p-6 text-ink-2">
    {failed ? 'המוצרים לא נטענו. רעננו את הדף.' : 'המוצרים נטענים…'}
  </p>
);

const countText = (count: number, more: boolean): string =>
  more
    ? `${formatNumber(count)} המוצרים הראשונים. לאחרים צמצמו את הסינון`
    : count === 1
      ? 'מוצר אחד'
      : `${formatNumber(count)} מוצרים`;

function changedText(changed: { cells: unknown[] }[]): string {
  const cells = changed.reduce((sum, one) => sum + one.cells.length, 0);
  if (cells === 0) return 'עוד לא שונה דבר';
  const where = changed.length === 1 ? 'במוצר אחד' : `ב־${formatNumber(changed.length)} מוצרים`;
  return cells === 1 ? `תא אחד שונה ${where}` : `${formatNumber(cells)} תאים שונו ${where}`;
}
