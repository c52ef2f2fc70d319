import { useId } from 'react';
import { Button, ButtonLink } from '#ui/button.tsx';
import { SelectField } from '#ui/form/field.tsx';
import { ActionForm } from '../../components/action-form.tsx';
import { ActionDialog } from '../../components/dialogs/action-dialog.tsx';
import { DateField } from '../../components/fields/date-field.tsx';
import { TimeField } from '../../components/fields/time-field.tsx';
import { Panel } from '../../components/panel.tsx';
import { Moment } from '../../components/shown-values.tsx';
import { useCopy } from '../../components/use-copy.ts';
import type { ActionReply } from '../../load.ts';

type Link = { url: string; sides: string; endsAt: string };

/** Makes a signed link to the shop with the draft, which opens here or is sent to the people who should agree. */
export function PreviewPanel({ shops }: { shops: { uuid: string; name: string }[] }) {
  return (
    <Panel
      title="תצוגה מקדימה"
      actions={
        <ActionDialog
          label="ביטול קישורים"
          title="ביטול הקישורים שניתנו"
          call="revoke"
          submit="לבטל את הקישורים"
          danger
          variant="quiet"
        >
          <p>כל הקישורים שניתנו לתצוגה המקדימה של הטיוטה יפסיקו לעבוד מיד.</p>
        </ActionDialog>
      }
    >
      <p className="text-sm text-ink-2">
        החנות עצמה, עם השינויים שבטיוטה. אפשר להסתכל, ואי אפשר להזמין. מי שיש לו הקישור רואה אותה עד שתוקפו נגמר.
      </p>
      <ActionForm call="link" submit="הכנת קישור" variant="secondary">
        {(reply) => (
          <>
            <SelectField label="חנות" name="shop" required>
              {shops.map(({ uuid, name }) => (
                <option key={uuid} value={uuid}>
                  {name}
                </option>
              ))}
            </SelectField>
            <SelectField label="תוקף הקישור" name="hours" required defaultValue="24">
              <option value="1">שעה</option>
              <option value="24">יום</option>
              <option value="168">שבוע</option>
            </SelectField>
            <div className="grid grid-cols-2 items-end gap-2">
              <DateField label="החנות כפי שתהיה בתאריך" name="day" />
              <TimeField label="בשעה" name="time" defaultValue="00:00" required />
            </div>
            <Made reply={reply} />
          </>
        )}
      </ActionForm>
    </Panel>
  );
}

function Made({ reply }: { reply: ActionReply | undefined }) {
  const { shown, copy } = useCopy<HTMLInputElement>('הקישור הועתק');
  const id = useId();
  if (!reply?.ok) return null;
  const { url, sides, endsAt } = reply.result as Link;
  return (
    <div className="grid gap-2 rounded-sm bg-ground-2 p-3" role="status">
      <label htmlFor={id} className="text-sm font-medium">
        הקישור, עד <Moment at={endsAt} />
      </label>
      <input
        ref={shown}
        id={id}
        readOnly
        dir="ltr"
        value={url}
        className="office-field"
        onFocus={(event) => event.target.select()}
      />
      <div className="flex flex-wrap gap-2">
        <Button size="sm" variant="secondary" onClick={() => copy(url)}>
          העתקה
        </Button>
        <ButtonLink to={sides} target="_blank" rel="noopener" size="sm" variant="secondary">
          טלפון ומחשב זה לצד זה
        </ButtonLink>
        <ButtonLink to={url} target="_blank" rel="noopener" size="sm" variant="secondary">
          פתיחה בחנות
        </ButtonLink>
      </div>
    </div>
  );
}
