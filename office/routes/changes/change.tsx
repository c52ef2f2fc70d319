import { Link } from 'react-router';
import { actorKindNames, sourceName } from '#domain/text/change-names.ts';
import { fieldName, tableName } from '#domain/text/field-names.ts';
import { type ChangePage, readChange } from '#server/office/changes/read-change.ts';
import { type UndoConflicts, undoChange } from '#server/office/changes/undo-change.ts';
import { TextArea } from '#ui/form/field.tsx';
import { ActionDialog } from '../../components/dialogs/action-dialog.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { Badge, Facts, Panel } from '../../components/panel.tsx';
import { ScrollTable } from '../../components/scroll-table.tsx';
import { Moment } from '../../components/texts.tsx';
import { type ActionReply, act, load } from '../../load.ts';
import type { Route } from './+types/change.ts';
import { ChangedRowView } from './changed-row.tsx';
import { Value } from './words.tsx';

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

const reasons: Record<string, string> = {
  'is there again': 'נוצר שוב',
  'was removed since': 'נמחק מאז',
  'has another value since': 'שונה מאז',
  'is more than there is': 'בסניפים יותר ממה שנשאר במלאי',
  'is the domain of another store': 'הדומיין שייך עכשיו לחנות אחרת',
  'would contradict its prices': 'המחירים היו סותרים זה את זה',
  'would close a circle': 'ההחזרה הייתה יוצרת מעגל',
  'would refer to nothing': 'ההחזרה הייתה משאירה הפניה למה שאינו קיים',
  'has others below it since': 'מאז נוספו תחתיו שורות',
  'is led to by menu': 'קישור בתפריט מוביל לכאן',
  'is led to by home': 'קישור בדף הבית מוביל לכאן',
  'is led to by widget': 'קישור בדף הבית מוביל לכאן',
  'is led to by redirect': 'הפניה מובילה לכאן',
  'was changed since': 'שונה מאז',
  'is borne by invoices': 'כבר הופקו חשבוניות לפיו, ולכן הוא נשאר',
};
const reasonOf = (reason: string): string => {
  const user = /^is used by (\w+)$/.exec(reason)?.[1];
  return user ? `בשימוש: ${tableName(user)}` : (reasons[reason] ?? reason);
};

/** Field by field: what the change made, what is there now, and who wrote that. */
function Conflicts({ reply }: { reply: ActionReply | undefined }) {
  const details = reply?.details as UndoConflicts | undefined;
  if (reply?.ok !== false || !details?.conflicts) return null;
  return (
    <div>
      <ScrollTable className="text-sm" aria-label="מה השתנה מאז">
        <thead>
          <tr>
            {['רשומה', 'שדה', 'השינוי כתב', 'עכשיו', 'מאז'].map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {details.conflicts.map(({ table, row, field, made, now, reason, by }) => (
            <tr key={`${table} ${row} ${field} ${reason}`}>
              <th scope="row" className="font-normal">
                {tableName(table)} <bdi>{row}</bdi>
              </th>
              <td>{field ? fieldName(table, field) : '–'}</td>
              <td>{field ? <Value table={table} column={field} value={made} names={{}} /> : '–'}</td>
              <td>{field ? <Value table={table} column={field} value={now} names={{}} /> : '–'}</td>
              <td>
                {reasonOf(reason)}
                {by && <bdi className="block text-xs text-ink-3">{by}</bdi>}
              </td>
            </tr>
          ))}
        </tbody>
      </ScrollTable>
      {details.more > 0 && <p className="pt-2 text-sm text-ink-3">ועוד {details.more}</p>}
    </div>
  );
}
