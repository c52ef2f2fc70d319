import { Link, useSearchParams } from 'react-router';
import { webhookTypeName } from '#domain/people/webhook-events.ts';
import type { Delivery, DeliveryState } from '#server/office/webhooks/webhooks.ts';
import { buttonLook } from '#ui/button.tsx';
import { Empty } from '#ui/empty.tsx';
import { ActionDialog } from '../../../components/dialogs/action-dialog.tsx';
import { Badge, Panel, type Tone } from '../../../components/panel.tsx';
import { ScrollTable } from '../../../components/scroll-table.tsx';
import { Moment } from '../../../components/shown-values.tsx';
import type { WebhookData } from './webhook.tsx';

const states: Record<DeliveryState, { name: string; tone: Tone }> = {
  waiting: { name: 'ממתינה', tone: 'wait' },
  delivered: { name: 'התקבלה', tone: 'good' },
  failed: { name: 'נכשלה', tone: 'bad' },
};

/** What was delivered, what waits, and why something wasn't taken. */
export function Deliveries({ data: { page, url, may } }: { data: WebhookData }) {
  const [search] = useSearchParams();
  const chosenState = search.get('state') ?? '';
  return (
    <Panel title="יומן השליחות">
      <nav aria-label="סינון לפי מצב" className="flex flex-wrap gap-2">
        {[['', 'כולן'] as const, ...Object.entries(states).map(([state, { name }]) => [state, name] as const)].map(
          ([state, name]) => (
            <Link
              key={state}
              to={state ? `?state=${state}` : '?'}
              aria-current={state === chosenState ? 'true' : undefined}
              className={buttonLook({ variant: state === chosenState ? 'primary' : 'secondary', size: 'sm' })}
            >
              {name}
            </Link>
          ),
        )}
      </nav>
      {page.rows.length === 0 ? (
        <Empty title={chosenState ? 'אין הודעות כאלה' : 'עוד לא נשלח דבר'}>
          כל הודעה שיוצאת לכתובת מופיעה כאן, עם מצבה והתשובה שהתקבלה. הודעה שנכשלה אפשר לשלוח שוב.
        </Empty>
      ) : (
        <ScrollTable region="טבלת השליחות">
          <thead>
            <tr>
              <th scope="col">הודעה</th>
              <th scope="col">נוצרה</th>
              <th scope="col">מצב</th>
              <th scope="col">תשובה</th>
              <th scope="col" className="number">
                ניסיונות
              </th>
              <th scope="col">
                <span className="sr-only">פעולות</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {page.rows.map((row) => (
              <DeliveryRow key={row.uuid} row={row} mayResend={may.edit && url !== ''} />
            ))}
          </tbody>
        </ScrollTable>
      )}
      {page.next && (
        <Link
          to={`?${new URLSearchParams({ ...(chosenState && { state: chosenState }), after: page.next })}`}
          className={`${buttonLook({ variant: 'secondary', size: 'sm' })} w-fit`}
        >
          הבאות
        </Link>
      )}
    </Panel>
  );
}

function DeliveryRow({ row, mayResend }: { row: Delivery; mayResend: boolean }) {
  const { name, tone } = states[row.state];
  const about = webhookTypeName(row.about) ?? row.about;
  return (
    <tr>
      <th scope="row" className="font-normal">
        <span className="font-semibold">{about}</span>{' '}
        <bdi dir="ltr" className="text-xs text-ink-3">
          {row.about}
        </bdi>
      </th>
      <td>
        <Moment at={row.created_at} />
      </td>
      <td>
        <Badge tone={tone}>{name}</Badge>
        {row.next_at && row.attempts > 0 && (
          <p className="text-xs text-ink-3">
            שוב ב־
            <Moment at={row.next_at} />
          </p>
        )}
      </td>
      <td>
        {row.code ? (
          <bdi>{row.code}</bdi>
        ) : row.error ? (
          <bdi className="text-sm break-words text-danger">{row.error}</bdi>
        ) : (
          '–'
        )}
      </td>
      <td className="number">{row.attempts}</td>
      <td>
        {mayResend && !row.is_empty && (
          <ActionDialog
            label={row.state === 'waiting' ? 'שליחה עכשיו' : 'שליחה חוזרת'}
            about={about}
            call="resend"
            submit="שליחה"
            variant="quiet"
          >
            <input type="hidden" name="message" value={row.uuid} />
            <p>אותה הודעה תישלח שוב לכתובת של היום, עם אותו מזהה, כך שהמערכת תדע אם כבר קיבלה אותה.</p>
          </ActionDialog>
        )}
      </td>
    </tr>
  );
}
