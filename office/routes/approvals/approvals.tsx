import { Link } from 'react-router';
import { approve, decline } from '#server/office/approvals/decide.ts';
import { listApprovals, withdrawApproval } from '#server/office/approvals/list-approvals.ts';
import type { OfficeCall } from '#server/staff/office-call.ts';
import { Empty } from '#ui/empty.tsx';
import { TextField } from '#ui/form/field.tsx';
import { ActionDialog } from '../../components/dialogs/action-dialog.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { Badge, Panel, type Tone } from '../../components/panel.tsx';
import { Moment, Money } from '../../components/shown-values.tsx';
import { act, load } from '../../load.ts';
import { ownRequests } from '../../shell/navigation.ts';
import { useShell } from '../../shell/shell.tsx';
import type { Route } from './+types/approvals.ts';

export const loader = load((ctx) => listApprovals(ctx));

export const action = act(
  { approve, decline, withdraw: withdrawApproval as unknown as OfficeCall },
  { says: { decline: 'הבקשה נדחתה', withdraw: 'הבקשה נמשכה' } },
);

type Row = Awaited<ReturnType<typeof listApprovals>>['waiting'][number];

export default function Approvals({ loaderData: { waiting, mine, decided } }: Route.ComponentProps) {
  const decides = useShell().permissions.includes('approvals.decide');
  return (
    <>
      <PageHead title={decides ? 'אישורים' : ownRequests.label} />
      <div className="grid max-w-4xl gap-4">
        {decides && (
          <Panel title="מחכה לאישור שלי">
            {waiting.length === 0 ? (
              <Empty title="אין מה לאשר">פעולה שצריך להסכים לה אדם נוסף תחכה כאן.</Empty>
            ) : (
              <Rows rows={waiting}>
                {(row) => (
                  <>
                    <Decision row={row} call="approve" label="אישור" />
                    <Decision row={row} call="decline" label="דחייה" />
                  </>
                )}
              </Rows>
            )}
          </Panel>
        )}
        {!decides && mine.length === 0 && (
          <Empty title="אין בקשות">פעולה שצריך להסכים לה אדם נוסף מחכה כאן עד שיחליט.</Empty>
        )}
        {mine.length > 0 && (
          <Panel title="ביקשתי">
            <Rows rows={mine}>
              {(row) =>
                row.status === 'waiting' && (
                  <ActionDialog label="משיכה" title="משיכת הבקשה" call="withdraw" submit="משיכת הבקשה">
                    <input type="hidden" name="approval" value={row.uuid} />
                    <p className="font-semibold">{row.summary}</p>
                    <p>הבקשה תימשך, והפעולה לא תתבצע.</p>
                  </ActionDialog>
                )
              }
            </Rows>
          </Panel>
        )}
        {decided.length > 0 && (
          <Panel title="הוחלט לאחרונה">
            <Rows rows={decided}>{() => null}</Rows>
          </Panel>
        )}
      </div>
    </>
  );
}

function Decision({ row, call, label }: { row: Row; call: 'approve' | 'decline'; label: string }) {
  return (
    <ActionDialog
      label={label}
      title={call === 'approve' ? 'אישור הבקשה' : 'דחיית הבקשה'}
      call={call}
      submit={call === 'approve' ? 'לאשר ולבצע' : 'לדחות'}
      variant={call === 'approve' ? 'primary' : 'secondary'}
    >
      <input type="hidden" name="approval" value={row.uuid} />
      <p className="font-semibold">
        {row.summary}
        {row.amountAgorot !== null && (
          <>
            {' · '}
            <Money agorot={row.amountAgorot} />
          </>
        )}
      </p>
      <p>
        הבקשה של {row.by}. {row.reason && <bdi>{row.reason}</bdi>}
      </p>
      {row.person && (
        <p className="font-semibold wrap-anywhere">
          <bdi>{row.person}</bdi>
        </p>
      )}
      <TextField label="הערה" name="note" maxLength={300} />
    </ActionDialog>
  );
}

/** Where one sees what is to be agreed to. */
const pages: Record<string, string> = { order: '/orders', customer: '/customers', lead: '/leads' };

/** Of a guest, who is named by an order, the person's page and not the order's. */
const pageOf = ({ call, entityKind }: Row): string | undefined =>
  call === 'guests.erase' ? '/guests' : pages[entityKind];

const states: Record<Row['status'], [string, Tone]> = {
  waiting: ['מחכה', 'wait'],
  approved: ['אושר ובוצע', 'good'],
  declined: ['נדחה', 'bad'],
  withdrawn: ['נמשך', 'neutral'],
  failed: ['לא התאפשר', 'bad'],
  carrying_out: ['בביצוע', 'wait'],
};

function Rows({ rows, children }: { rows: Row[]; children: (row: Row) => React.ReactNode }) {
  return (
    <ul className="grid gap-3">
      {rows.map((row) => (
        <li
          key={row.uuid}
          className="flex flex-wrap items-center gap-3 border-b border-line pb-3 last:border-0 last:pb-0"
        >
          <div className="grid min-w-0 grow">
            <span className="font-semibold">
              {pageOf(row) ? <Link to={`${pageOf(row)}/${row.entityUid}`}>{row.summary}</Link> : row.summary}
            </span>
            {row.person && <bdi className="wrap-anywhere">{row.person}</bdi>}
            <span className="text-sm text-ink-3">
              {row.by} · {row.store && `${row.store} · `}
              <Moment at={row.createdAt} />
              {row.reason && (
                <>
                  {' · '}
                  <bdi>{row.reason}</bdi>
                </>
              )}
            </span>
            {row.decidedAt && (
              <span className="text-sm text-ink-3">
                {row.decidedBy} · <Moment at={row.decidedAt} /> {row.decisionNote && <bdi>{row.decisionNote}</bdi>}
              </span>
            )}
          </div>
          {row.amountAgorot !== null && (
            <span className="font-semibold tabular-nums">
              <Money agorot={row.amountAgorot} />
            </span>
          )}
          <Badge tone={states[row.status][1]}>{states[row.status][0]}</Badge>
          <div className="flex gap-2">{children(row)}</div>
        </li>
      ))}
    </ul>
  );
}
