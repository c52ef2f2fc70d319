import { Link } from 'react-router';
import { israelDay, weekdayName } from '#domain/calendar/israel-time.ts';
import { formatLongDate, formatTime } from '#domain/text/format.ts';
import { createDraft } from '#server/office/drafts/change-draft.ts';
import { type Coming, type DraftRow, listDrafts } from '#server/office/drafts/list-drafts.ts';
import { Empty } from '#ui/empty.tsx';
import { TextField } from '#ui/form/field.tsx';
import { ActionDialog } from '../../components/dialogs/action-dialog.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { Badge, Panel } from '../../components/panel.tsx';
import { Moment } from '../../components/shown-values.tsx';
import { act, load } from '../../load.ts';
import type { Route } from './+types/drafts.ts';
import { stateNames } from './draft-states.ts';

export const loader = load((ctx) => listDrafts(ctx, {}));
export const action = act({ create: createDraft });

const groups: { title: string; states: DraftRow['state'][] }[] = [
  { title: 'לטיפול', states: ['failed'] },
  { title: 'מתוזמנות', states: ['scheduled'] },
  { title: 'בהכנה', states: ['draft'] },
  { title: 'פורסמו', states: ['published', 'ended'] },
];

export default function Drafts({ loaderData: { drafts, coming } }: Route.ComponentProps) {
  return (
    <>
      <PageHead
        title="טיוטות ותזמון"
        actions={
          <ActionDialog label="טיוטה חדשה" call="create" submit="לפתוח טיוטה" variant="primary">
            <TextField label="שם הטיוטה" name="name" required minLength={2} maxLength={80} />
            <p className="text-sm text-ink-2">לטיוטה מצרפים שינויים מהדפים של המשרד, בבחירה ״לטיוטה״ לפני השמירה.</p>
          </ActionDialog>
        }
      />
      <div className="grid items-start gap-4 @min-[60rem]:grid-cols-[minmax(0,1fr)_26rem]">
        <div className="grid gap-4">
          {drafts.length === 0 && (
            <Empty title="אין טיוטות">
              אפשר לאסוף כמה שינויים תחת שם אחד, לראות אותם בחנות לפני כולם, ולפרסם את כולם יחד, עכשיו או במועד.
            </Empty>
          )}
          {groups.map(({ title, states }) => {
            const rows = drafts.filter(({ state }) => states.includes(state));
            return rows.length > 0 && <Group key={title} title={title} rows={rows} />;
          })}
        </div>
        <Panel title="מה עומד להשתנות">
          <Calendar coming={coming} />
        </Panel>
      </div>
    </>
  );
}

const stepsText = (steps: number): string =>
  steps === 0 ? 'בלי שינויים' : steps === 1 ? 'שינוי אחד' : `${steps} שינויים`;

function Group({ title, rows }: { title: string; rows: DraftRow[] }) {
  return (
    <Panel title={title}>
      <ul className="grid gap-3">
        {rows.map((row) => (
          <li
            key={row.uuid}
            className="flex flex-wrap items-start gap-3 border-b border-line pb-3 last:border-0 last:pb-0"
          >
            <div className="grid min-w-0 grow">
              <Link to={`/drafts/${row.uuid}`} className="w-fit font-semibold text-action-ink underline">
                <bdi>{row.name}</bdi>
              </Link>
              <span className="text-sm text-ink-3">
                {[row.store, row.author, stepsText(row.steps)].filter(Boolean).join(' · ')}
              </span>
              {row.problem && <span className="text-sm text-danger">{row.problem}</span>}
            </div>
            <span className="text-sm text-ink-2">
              <When row={row} />
            </span>
            <Badge tone={stateNames[row.state][1]}>{stateNames[row.state][0]}</Badge>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function When({ row: { state, publishAt, endAt, publishedAt, endedAt, updatedAt } }: { row: DraftRow }) {
  if (state === 'scheduled' && publishAt)
    return (
      <>
        <Moment at={publishAt} />
        {endAt && (
          <>
            {' עד '}
            <Moment at={endAt} />
          </>
        )}
      </>
    );
  if (state === 'published' && endAt)
    return (
      <>
        {'עד '}
        <Moment at={endAt} />
      </>
    );
  return <Moment at={endedAt ?? publishedAt ?? updatedAt} />;
}

const kinds: Record<Coming['kind'], string> = {
  publish: 'פרסום הטיוטה',
  end: 'החזרה של הטיוטה',
  sale_start: 'תחילת המבצע',
  sale_end: 'סוף המבצע',
  post: 'פרסום הפוסט',
};

/** By day: drafts, and promotions and posts that have a moment of their own. */
function Calendar({ coming }: { coming: Coming[] }) {
  if (coming.length === 0) return <p className="text-ink-3">לא מתוכנן שינוי.</p>;
  const days = Map.groupBy(coming, ({ at }) => israelDay(new Date(at)));
  return (
    <ol className="grid gap-4">
      {[...days].map(([day, events]) => (
        <li key={day}>
          <h3 className="mb-1 text-sm font-semibold">
            יום {weekdayName(day)}, {formatLongDate(`${day}T12:00:00Z`)}
          </h3>
          <ul className="grid gap-1">
            {events.map(({ at, kind, name, store, draft }) => (
              <li
                key={`${String(at)} ${kind} ${name} ${store}`}
                className="grid grid-cols-[3.5rem_minmax(0,1fr)] gap-2"
              >
                <bdi className="tabular-nums text-ink-2">{formatTime(at)}</bdi>
                <span>
                  {kinds[kind]}{' '}
                  {draft ? (
                    <Link to={`/drafts/${draft}`} className="text-action-ink underline">
                      <bdi>{name}</bdi>
                    </Link>
                  ) : (
                    <bdi>{name}</bdi>
                  )}
                  {store && <span className="text-sm text-ink-3"> · {store}</span>}
                </span>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ol>
  );
}
