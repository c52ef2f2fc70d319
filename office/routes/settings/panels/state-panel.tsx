import { ButtonLink } from '#ui/button.tsx';
import { TextArea, TextField } from '#ui/form/field.tsx';
import { ActionDialog } from '../../../components/dialogs/action-dialog.tsx';
import { DateField } from '../../../components/fields/date-field.tsx';
import { Facts, Panel } from '../../../components/panel.tsx';
import { Moment } from '../../../components/shown-values.tsx';
import { israelInput } from '../../../components/structure/fields.ts';
import { OpeningBadge } from '../opening-badge.tsx';
import type { SettingsData } from '../store.tsx';

/** Open, closed, or behind a password. */
export function StatePanel({ data: { store, opening, hasGate, may } }: { data: SettingsData }) {
  const { status, until, message } = opening;
  const initialInputs = (
    <>
      <input type="hidden" name="was.status" value={status} />
      <input type="hidden" name="was.until" value={until ?? ''} />
      <input type="hidden" name="was.message" value={message} />
    </>
  );
  return (
    <Panel title="פתיחת החנות">
      <Facts
        facts={[
          ['מצב', <OpeningBadge key="state" opening={opening} />],
          ['נפתחת שוב', status === 'closed' && (until ? <Moment key="until" at={until} /> : 'כשיפתחו אותה כאן')],
          ['הודעה לקונים', message && <bdi key="message">{message}</bdi>],
        ]}
      />
      <p className="max-w-prose text-ink-2">
        {
          {
            open: 'החנות פתוחה לכולם, ואפשר לקנות בה.',
            closed: 'בכל דף של החנות מוצגת הודעה שהיא סגורה. הזמנות שכבר נקלטו ממשיכות בטיפול.',
            under_construction: 'רק מי שיש לו הסיסמה נכנס לחנות, ומנועי חיפוש אינם רואים אותה.',
          }[status]
        }
      </p>
      {may.edit && (
        <div className="flex flex-wrap gap-2">
          {status === 'under_construction' && (
            <ButtonLink to={`/stores/${store.uuid}/opening`} size="sm">
              מה חסר לפני הפתיחה
            </ButtonLink>
          )}
          {status !== 'open' && (
            <ActionDialog
              label="פתיחת החנות"
              title={`לפתוח את ${store.name}?`}
              call="state"
              submit={`לפתוח את ${store.name}`}
              draftable
            >
              {initialInputs}
              <input type="hidden" name="status" value="open" />
              <p>החנות תיפתח לכולם, ואפשר יהיה לקנות בה.</p>
            </ActionDialog>
          )}
          {status !== 'under_construction' && (
            <ActionDialog
              label={status === 'closed' ? 'שינוי ההודעה או המועד' : 'סגירת החנות'}
              title={status === 'closed' ? `הסגירה של ${store.name}` : `לסגור את ${store.name}?`}
              call="state"
              submit={status === 'closed' ? 'שמירה' : `לסגור את ${store.name}`}
              danger={status !== 'closed'}
              draftable
            >
              {initialInputs}
              <input type="hidden" name="status" value="closed" />
              {status !== 'closed' && <p>עד שתיפתח שוב, איש לא יוכל לקנות בחנות או לראות את הדפים שלה.</p>}
              <TextArea
                label="הודעה לקונים"
                name="message"
                rows={3}
                maxLength={300}
                defaultValue={message}
                hint="מוצגת במקום כל דפי החנות, מעל המועד שבו היא נפתחת"
              />
              <DateField
                label="נפתחת שוב"
                name="until"
                withTime
                defaultValue={until ? israelInput(new Date(until)) : ''}
                hint="שעון ישראל. במועד הזה החנות נפתחת מעצמה; בלעדיו היא סגורה עד שיפתחו אותה כאן"
              />
            </ActionDialog>
          )}
          <ActionDialog
            label={status === 'under_construction' ? 'החלפת הסיסמה' : 'להעביר לבנייה'}
            title={status === 'under_construction' ? `הסיסמה של ${store.name}` : `להעביר את ${store.name} לבנייה?`}
            call="gate"
            submit={status === 'under_construction' ? 'שמירה' : `להעביר את ${store.name} לבנייה`}
            danger={status !== 'under_construction'}
            variant="quiet"
          >
            {initialInputs}
            <p>רק מי שיש לו הסיסמה ייכנס לחנות. מנועי חיפוש לא יראו אותה.</p>
            <TextField
              label="סיסמת הכניסה"
              name="code"
              autoComplete="off"
              maxLength={200}
              dir="ltr"
              required={!hasGate}
              {...(hasGate && { hint: 'ריק: הסיסמה הקודמת נשארת' })}
            />
          </ActionDialog>
        </div>
      )}
    </Panel>
  );
}
