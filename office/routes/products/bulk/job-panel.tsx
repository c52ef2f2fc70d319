import { useContext, useEffect, useRef, useState } from 'react';
import { formatNumber } from '#domain/text/format.ts';
import type { BulkState } from '#server/office/products/bulk/edit-bulk.ts';
import type { BulkOutcome } from '#server/office/products/bulk/write-rows.ts';
import { Button } from '#ui/button.tsx';
import { OnRefusal, SignIns } from '../../../components/use-call.ts';
import { fetchJson } from '../../../fetch-json.ts';

const LOOK_EVERY_MS = 700;

type Props = {
  job: string;
  /** Of products. */
  count: number;
  onSaved: (outcome: BulkOutcome) => void;
  /** It failed: back to what was typed. */
  onBack: () => void;
};

/** How far the job is. It stands in the sheet's place until it has ended, and continues without an open page. */
export function JobPanel({ job, count, onSaved, onBack }: Props) {
  const [state, setState] = useState<BulkState | null>(null);
  const panel = useRef<HTMLElement>(null);
  const onRefusal = useContext(OnRefusal);
  const signIns = useContext(SignIns);
  // The button that began it has gone with the sheet.
  useEffect(() => panel.current?.focus(), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: of one job
  useEffect(() => {
    const aborted = new AbortController();
    let timer: ReturnType<typeof setTimeout>;
    const look = async () => {
      let isSignedOut = false;
      const jobState = await fetchJson<BulkState>(`/products/bulk/state?job=${job}`, aborted.signal, () => {
        isSignedOut = true;
      });
      if (aborted.signal.aborted) return;
      // Looks again after signing in.
      if (isSignedOut) return onRefusal('UNAUTHORIZED');
      if (jobState) setState(jobState);
      if (jobState?.report?.kind === 'bulk') return onSaved(jobState.report);
      if (jobState?.state !== 'failed') timer = setTimeout(look, LOOK_EVERY_MS);
    };
    void look();
    return () => {
      aborted.abort();
      clearTimeout(timer);
    };
  }, [job, signIns]);
  const title = `שמירה של ${formatNumber(count)} מוצרים`;
  return (
    <section aria-label={title} tabIndex={-1} ref={panel} className="panel grid gap-4 p-5">
      <h2 className="text-lg font-bold">{title}</h2>
      {state?.state === 'failed' ? (
        <>
          <p role="alert" className="text-danger">
            לא נשמר דבר. {state.report?.kind === 'failed' && state.report.message}
          </p>
          <Button size="sm" variant="secondary" onClick={onBack} className="w-fit">
            חזרה לגיליון
          </Button>
        </>
      ) : (
        <>
          <progress max={100} value={state?.progress ?? 0} aria-label={title} className="w-full" />
          <p role="status">נשמר ברקע, הכול יחד או לא כלום. אפשר לעבור לדף אחר ולהמשיך לעבוד.</p>
        </>
      )}
    </section>
  );
}
