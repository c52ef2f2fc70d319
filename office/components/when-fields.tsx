import { useEffect, useId, useState } from 'react';
import { useOutletContext } from 'react-router';
import { SelectField, TextField } from '#ui/form/field.tsx';
import { DateField } from './fields/date-field.tsx';
import { TimeField } from './fields/time-field.tsx';

const ways = { now: 'עכשיו', at: 'במועד', draft: 'לטיוטה' } as const;
type Way = keyof typeof ways;
type Open = { drafts: { uuid: string; name: string }[]; publishes: boolean };

/**
 * When a form's change comes into force: at once, at a moment, or with a draft. For calls that are `draftable`; `act`
 * of office/load.ts reads the fields. Without scripts a change is made at once, and so are those of people who keep no
 * drafts. `draftOnly`: the person may not publish. `draft`: where the form's last change went; the next one is put
 * there as well. `ends`: what it changes can be taken back at a day.
 */
export function WhenFields({
  draftOnly,
  ends = true,
  draft,
}: {
  draftOnly: boolean;
  ends?: boolean;
  draft?: string | undefined;
}) {
  const shell = useOutletContext<{ permissions: string[] } | undefined>();
  const name = useId();
  const [way, setWay] = useState<Way>(draftOnly ? 'draft' : 'now');
  const [open, setOpen] = useState<Open | null>(null);
  const [seenDraft, setSeenDraft] = useState(draft);
  if (seenDraft !== draft) {
    setSeenDraft(draft);
    setOpen(null);
  }
  useEffect(() => {
    if (way === 'now' || open) return;
    const aborted = new AbortController();
    fetch('/open-drafts', { signal: aborted.signal })
      .then((reply) => reply.json() as Promise<Open>)
      .then(setOpen, () => {
        // Without their list a new draft can still be named.
        if (!aborted.signal.aborted) setOpen({ drafts: [], publishes: false });
      });
    return () => aborted.abort();
  }, [way, open]);
  if (shell && !shell.permissions.includes('content.edit')) return null;
  const shown = (Object.keys(ways) as Way[]).filter((one) => !draftOnly || one === 'draft');
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1 text-sm font-medium text-ink-2">מתי</legend>
      <div className="flex flex-wrap gap-x-5 gap-y-1">
        {shown.map((one) => (
          <label key={one} className="inline-flex min-h-9 items-center gap-2">
            <input
              type="radio"
              name="_when"
              value={one}
              aria-describedby={one === way && one !== 'now' ? `${name}-hint` : undefined}
              checked={one === way}
              onChange={() => setWay(one)}
              className="size-4 accent-action"
            />
            {ways[one]}
          </label>
        ))}
      </div>
      {way === 'at' && <MomentFields id={`${name}-hint`} ends={ends} />}
      {way === 'draft' && (
        <div className="grid gap-2">
          <p id={`${name}-hint`} className="text-xs text-ink-3">
            השינוי נשמר בטיוטה, ובחנות לא משתנה דבר עד שהטיוטה תפורסם.
          </p>
          <DraftChoice key={draft} open={open} first={draft} />
        </div>
      )}
    </fieldset>
  );
}

function MomentFields({ id, ends }: { id: string; ends: boolean }) {
  return (
    <div className="grid gap-2">
      <div className="grid grid-cols-2 items-end gap-2">
        <DateField label="תאריך" name="_day" required />
        <TimeField label="שעה" name="_time" defaultValue="00:00" required />
        {ends && (
          <>
            <DateField label="להחזיר בתאריך" name="_end_day" />
            <TimeField label="בשעה" name="_end_time" defaultValue="00:00" required />
          </>
        )}
      </div>
      <p id={id} className="text-xs text-ink-3">
        לפי שעון ישראל.{ends && ' בלי תאריך להחזרה השינוי נשאר.'}
      </p>
    </div>
  );
}

function DraftChoice({ open, first = '' }: { open: Open | null; first: string | undefined }) {
  const [requestedDraft, setRequestedDraft] = useState(first);
  if (!open) return <p className="text-sm text-ink-3">טוען את הטיוטות…</p>;
  const chosen = open.drafts.some(({ uuid }) => uuid === requestedDraft) ? requestedDraft : '';
  return (
    <>
      {open.drafts.length > 0 && (
        <SelectField
          label="טיוטה"
          name={chosen ? '_draft' : undefined}
          value={chosen || 'new'}
          onChange={(event) => setRequestedDraft(event.currentTarget.value)}
          required
        >
          <option value="new">טיוטה חדשה</option>
          {open.drafts.map(({ uuid, name }) => (
            <option key={uuid} value={uuid}>
              {name}
            </option>
          ))}
        </SelectField>
      )}
      {chosen === '' && <TextField label="שם הטיוטה החדשה" name="_draft_name" required minLength={2} maxLength={80} />}
    </>
  );
}
