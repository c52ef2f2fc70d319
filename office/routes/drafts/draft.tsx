import { Link } from 'react-router';
import { actionNames } from '#domain/text/change-names.ts';
import { formatNumber } from '#domain/text/format.ts';
import { discardDraft, recheckDraft, removeStep, revokeLinks } from '#server/office/drafts/change-draft.ts';
import { readDraft, type ShownStep } from '#server/office/drafts/list-drafts.ts';
import { previewLink } from '#server/office/drafts/preview-link.ts';
import { changeEnd, publishNow, scheduleDraft, unscheduleDraft } from '#server/office/drafts/publish.ts';
import { Empty } from '#ui/empty.tsx';
import { ActionForm } from '../../components/action-form.tsx';
import { ActionDialog } from '../../components/dialogs/action-dialog.tsx';
import { DateField } from '../../components/fields/date-field.tsx';
import { TimeField } from '../../components/fields/time-field.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { Badge, Facts, Panel } from '../../components/panel.tsx';
import { Moment } from '../../components/shown-values.tsx';
import { act, load } from '../../load.ts';
import { ChangedRowView } from '../changes/changed-row.tsx';
import type { Route } from './+types/draft.ts';
import { stateNames } from './draft-states.ts';
import { PreviewPanel } from './preview-panel.tsx';

export const loader = load((ctx, { params }: Route.LoaderArgs) => readDraft(ctx, { draft: params.draft }));
export const action = act({
  publish: publishNow,
  schedule: scheduleDraft,
  unschedule: unscheduleDraft,
  end: changeEnd,
  discard: discardDraft,
  recheck: recheckDraft,
  removeStep,
  link: previewLink,
  revoke: revokeLinks,
});

type Data = Awaited<ReturnType<typeof readDraft>>;

export default function DraftPage({ loaderData: data }: Route.ComponentProps) {
  const { draft, steps, shops, names } = data;
  const [stateName, tone] = stateNames[draft.state];
  const open = draft.state === 'draft' || draft.state === 'failed';
  return (
    <>
      <PageHead
        title={`טיוטה: ${draft.name}`}
        back={{ to: '/drafts', label: 'טיוטות ותזמון' }}
        badges={<Badge tone={tone}>{stateName}</Badge>}
        actions={<Actions data={data} />}
      />
      {draft.problem && (
        <div role="alert" className="mb-4 rounded-sm bg-danger-wash p-3 text-danger">
          <p className="font-semibold">
            {draft.state === 'published' ? 'מה שפורסם לא הוחזר' : 'הטיוטה לא פורסמה, ודבר לא השתנה בחנות'}
          </p>
          <p>{draft.problem}</p>
          {draft.state === 'failed' && <p>המועדים שנקבעו לה בוטלו. אפשר לפרסם אותה עכשיו, או לתזמן מחדש.</p>}
        </div>
      )}
      <div className="grid items-start gap-4 @min-[60rem]:grid-cols-[24rem_minmax(0,1fr)]">
        <div className="grid gap-4">
          <Panel title="פרטים">
            <Facts
              facts={[
                ['הכנה', draft.author],
                ['פרסום או תזמון', draft.publisher],
                ['פרסום', draft.state === 'scheduled' && draft.publishAt && <Moment key="at" at={draft.publishAt} />],
                ['פורסמה', draft.publishedAt && <Moment key="published" at={draft.publishedAt} />],
                ['החזרה', draft.endAt && !draft.endedAt && <Moment key="end" at={draft.endAt} />],
                ['הוחזרה', draft.endedAt && <Moment key="ended" at={draft.endedAt} />],
                [
                  'ביומן השינויים',
                  draft.operationUid && (
                    <Link key="log" to={`/changes/${draft.operationUid}`} className="text-action-ink underline">
                      מה השתנה
                    </Link>
                  ),
                ],
              ]}
            />
          </Panel>
          {(open || draft.state === 'scheduled') && <PreviewPanel shops={shops} />}
        </div>
        <Panel
          title="שינויים"
          actions={open && steps.length > 0 && <ActionForm call="recheck" submit="בדיקה מחדש" variant="quiet" />}
        >
          {steps.length === 0 ? (
            <Empty title="אין בטיוטה שינויים">
              בטופס של המשרד, לפני השמירה, בחרו ״לטיוטה״ ואת השם שלה. אפשר גם להציג כאן את החנות כפי שתהיה במועד מסוים.
            </Empty>
          ) : (
            <ol className="grid gap-4">
              {steps.map((step) => (
                <Step key={step.uuid} step={step} names={names} removable={open} />
              ))}
            </ol>
          )}
        </Panel>
      </div>
    </>
  );
}

function Step({ step, names, removable }: { step: ShownStep; names: Record<string, string>; removable: boolean }) {
  const title = actionNames[step.call] ?? step.call;
  return (
    <li className="grid gap-3 border-b border-line pb-4 last:border-0 last:pb-0">
      <div className="flex flex-wrap items-center gap-3">
        <h3 className="text-base">
          {step.position}. {title}
        </h3>
        <span className="text-sm text-ink-3">
          {step.by} · <Moment at={step.at} />
        </span>
        {removable && (
          <div className="ms-auto">
            <ActionDialog label="הסרה" title={`הסרת הצעד: ${title}`} call="removeStep" submit="להסיר מהטיוטה" danger>
              <input type="hidden" name="step" value={step.uuid} />
              <p>השינוי יוסר מהטיוטה. בחנות דבר לא ישתנה.</p>
            </ActionDialog>
          </div>
        )}
      </div>
      {step.problem && <p className="rounded-sm bg-danger-wash p-2 text-sm text-danger">{step.problem}</p>}
      {step.changes.map((row) => (
        <ChangedRowView key={row.id} row={row} names={names} />
      ))}
      {step.more > 0 && (
        <p className="text-sm text-ink-3">
          {step.more === 1 ? 'ועוד רשומה אחת' : `ועוד ${formatNumber(step.more)} רשומות`}
        </p>
      )}
    </li>
  );
}

function Actions({ data: { draft, steps, publishes } }: { data: Data }) {
  const open = draft.state === 'draft' || draft.state === 'failed';
  return (
    <>
      {publishes && open && steps.length > 0 && (
        <>
          <ActionDialog
            label="פרסום עכשיו"
            title={`פרסום הטיוטה ״${draft.name}״`}
            call="publish"
            submit="לפרסם עכשיו"
            variant="primary"
          >
            <input type="hidden" name="version" value={draft.version} />
            <p>כל השינויים שבטיוטה יפורסמו יחד. אם אחד מהם כבר אינו אפשרי, לא ישתנה דבר.</p>
          </ActionDialog>
          <ActionDialog label="תזמון" title={`תזמון הטיוטה ״${draft.name}״`} call="schedule" submit="לתזמן">
            <input type="hidden" name="version" value={draft.version} />
            <div className="grid grid-cols-2 items-end gap-3">
              <DateField label="לפרסם בתאריך" name="day" required />
              <TimeField label="בשעה" name="time" defaultValue="00:00" required />
              <DateField label="להחזיר בתאריך" name="end_day" />
              <TimeField label="בשעה" name="end_time" defaultValue="00:00" required />
            </div>
            <p className="text-sm text-ink-2">לפי שעון ישראל. בלי תאריך להחזרה השינויים נשארים.</p>
          </ActionDialog>
        </>
      )}
      {publishes && draft.state === 'scheduled' && (
        <ActionDialog
          label="ביטול התזמון"
          title={`ביטול התזמון של ״${draft.name}״`}
          call="unschedule"
          submit="לבטל את התזמון"
        >
          <p>הטיוטה תחזור להכנה, ולא תפורסם בלי תזמון חדש.</p>
        </ActionDialog>
      )}
      {publishes && draft.state === 'published' && (
        <ActionDialog
          label="מועד להחזרה"
          title={`החזרה של מה שפורסם ב״${draft.name}״`}
          call="end"
          submit="לשמור את המועד"
        >
          <div className="grid grid-cols-2 items-end gap-3">
            <DateField label="להחזיר בתאריך" name="end_day" />
            <TimeField label="בשעה" name="end_time" defaultValue="00:00" required />
          </div>
          <p className="text-sm text-ink-2">לפי שעון ישראל. בלי תאריך השינויים נשארים.</p>
        </ActionDialog>
      )}
      {open && (
        <ActionDialog
          label="מחיקה"
          title={`מחיקת הטיוטה ״${draft.name}״`}
          call="discard"
          submit="למחוק את הטיוטה"
          danger
          variant="quiet"
        >
          <p>כל השינויים שבטיוטה יימחקו. בחנות דבר לא ישתנה.</p>
        </ActionDialog>
      )}
    </>
  );
}
