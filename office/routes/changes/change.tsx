import { Link } from 'react-router';
import { actorKindNames, sourceName } from '#domain/text/change-names.ts';
import { tableName } from '#domain/text/field-names.ts';
import { type ChangePage, readChange } from '#server/office/changes/read-change.ts';
import { undoChange } from '#server/office/changes/undo-change.ts';
import { TextArea } from '#ui/form/field.tsx';
import { ActionDialog } from '../../components/dialogs/action-dialog.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { Badge, Facts, Panel } from '../../components/panel.tsx';
import { Moment } from '../../components/shown-values.tsx';
import { act, load } from '../../load.ts';
import type { Route } from './+types/change.ts';
import { ChangedRowView } from './changed-row.tsx';
import { Conflicts } from './conflicts.tsx';

export const loader = load(async (ctx, { request, params }: Route.LoaderArgs) => ({
  change: await readChange(ctx, {
    change: params.change,
    from: new URL(request.url).searchParams.get('from') ?? undefined,
  }),
}));

export const action = act({ undo: undoChange }, { says: { undo: 'השינוי בוטל, והערכים הקודמים חזרו' } });

function titleOf({ rows: [first] }: ChangePage): string {
  if (!first) return 'שינוי';
  return `שינוי: ${tableName(first.table)} ${first.row.startsWith('{') ? '' : first.row}`.trim();
}

export default function Change({ loaderData: { change } }: Route.ComponentProps) {
  return (
    <>
      <PageHead
        title={titleOf(change)}
        back={{ to: '/changes', label: 'יומן השינויים' }}
        badges={
          <>
            {change.undone_by && <Badge tone="wait">בוטל</Badge>}
            {change.undoes && <Badge tone="info">ביטול של שינוי</Badge>}
          </>
        }
        actions={change.cannotUndo === null && <Undo />}
      />
      <div className="grid gap-4 xl:@min-[40rem]:grid-cols-[22rem_minmax(0,1fr)]">
        <div className="grid content-start gap-4">
          <Who change={change} />
        </div>
        <Panel title="מה השתנה">
          {change.rows.length === 0 && <p className="text-ink-3">הפעולה לא שינתה רשומות.</p>}
          {change.rows.map((row) => (
            <ChangedRowView key={row.id} row={row} names={change.names} />
          ))}
          {change.next && (
            <Link to={`?from=${change.next}`} className="text-action-ink underline">
              לרשומות הבאות
            </Link>
          )}
        </Panel>
      </div>
    </>
  );
}

/** The path of an operation of the office, which is recorded as `<call> <path>`; else the command. */
const screenOf = (source: string): string => /^\S+ (\/\S*)$/.exec(source)?.[1] ?? source;

function Who({ change }: { change: ChangePage }) {
  const { at, actor, kind, source, reason, undoes, undone_by, details, cannotUndo } = change;
  return (
    <Panel title="מי ולמה">
      <Facts
        facts={[
          ['מתי', <Moment key="at" at={at} />],
          ['מי', <bdi key="actor">{actor}</bdi>],
          ['דרך', actorKindNames[kind]],
          ['פעולה', <bdi key="source">{sourceName(source)}</bdi>],
          ['פקודה או מסך', <bdi key="screen">{screenOf(source)}</bdi>],
          ['סיבה', reason],
          ['מבטל את', undoes && <ChangeLink key="undoes" uuid={undoes} />],
          ['בוטל על ידי', undone_by && <ChangeLink key="undone" uuid={undone_by} />],
        ]}
      />
      {details && Object.keys(details).length > 0 && (
        <details>
          <summary className="cursor-pointer text-sm text-ink-2">פרטים נוספים</summary>
          <code dir="ltr" className="block max-h-72 overflow-auto text-xs whitespace-pre-wrap">
            {JSON.stringify(details, null, 1)}
          </code>
        </details>
      )}
      {cannotUndo && <p className="text-sm text-ink-3">{cannotUndo}.</p>}
    </Panel>
  );
}

const ChangeLink = ({ uuid }: { uuid: string }) => (
  <Link to={`/changes/${uuid}`} className="text-action-ink underline">
    <bdi>{uuid.slice(0, 8)}</bdi>
  </Link>
);

function Undo() {
  return (
    <ActionDialog
      label="ביטול השינוי"
      title="ביטול השינוי והחזרת הערכים הקודמים"
      call="undo"
      submit="לבטל את השינוי"
      danger
      width="w-full sm:w-[44rem]"
    >
      {(reply) => (
        <>
          <Conflicts reply={reply} />
          <p className="text-ink-2">
            כל הערכים יחזרו למה שהיו לפני השינוי. אם ערך כלשהו השתנה מאז, לא יבוטל דבר ותוצג רשימה. גם הביטול נרשם
            ביומן, ואפשר לבטל אותו.
          </p>
          <TextArea label="למה מבטלים?" name="reason" required maxLength={500} />
        </>
      )}
    </ActionDialog>
  );
}
