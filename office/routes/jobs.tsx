import { jobNames } from '#domain/text/job-names.ts';
import { readJobs, retryJobs } from '#server/office/jobs/jobs.ts';
import { ButtonLink } from '#ui/button.tsx';
import { ActionDialog } from '../components/dialogs/action-dialog.tsx';
import { PageHead } from '../components/page-head.tsx';
import { Badge, Panel } from '../components/panel.tsx';
import { ScrollTable } from '../components/scroll-table.tsx';
import { Moment } from '../components/shown-values.tsx';
import { act, load } from '../load.ts';
import { useShell } from '../shell/shell.tsx';
import type { Route } from './+types/jobs.ts';

export const loader = load((ctx) => readJobs(ctx, {}));
export const action = act({ retry: retryJobs });

const queueNames: Record<string, string> = {
  'outbox.email': 'דוא״ל',
  'outbox.sms': 'מסרונים',
  'outbox.webhook': 'התראות למערכות',
  orders: 'הזמנות שלא שולמו בזמן',
  payments: 'תשלומים לבירור מול חברת הסליקה',
  refunds: 'זיכויים',
  stock_alerts: 'בקשות לעדכון על חזרה למלאי',
};

export default function Jobs({ loaderData: { queues, jobs, messages, running } }: Route.ComponentProps) {
  const { permissions } = useShell();
  const well = messages.late === 0 && jobs.every(({ late }) => !late);
  return (
    <>
      <PageHead
        title="משימות רקע"
        actions={
          <>
            <ButtonLink to="/backups" variant="secondary" size="sm">
              גיבויים
            </ButtonLink>
            <ButtonLink to="/health" variant="secondary" size="sm">
              תקינות
            </ButtonLink>
          </>
        }
        badges={
          running ? (
            <Badge tone={well ? 'good' : 'bad'}>{well ? 'הכול פועל' : 'יש עיכובים'}</Badge>
          ) : (
            <Badge tone="wait">כבויות בשרת הזה</Badge>
          )
        }
      />
      <div className="grid items-start gap-4 @min-[76rem]:grid-cols-2">
        <Panel title="תורים">
          <ScrollTable region="טבלת התורים">
            <thead>
              <tr>
                <th scope="col">תור</th>
                <th scope="col" className="number">
                  ממתינים
                </th>
                <th scope="col" className="number">
                  נכשלו
                </th>
                <th scope="col">הוותיק ביותר</th>
                <th scope="col">
                  <span className="sr-only">פעולות</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {queues.map(({ key, waiting, failed, oldest }) => (
                <tr key={key}>
                  <th scope="row" className="font-normal">
                    {queueNames[key] ?? key}
                  </th>
                  <td className="number">{waiting}</td>
                  <td className="number">{failed > 0 ? <Badge tone="bad">{failed}</Badge> : 0}</td>
                  <td className="whitespace-nowrap">{oldest ? <Moment at={oldest} /> : '–'}</td>
                  <td>
                    {failed > 0 && key.startsWith('outbox.') && permissions.includes('jobs.retry') && (
                      <ActionDialog
                        label="ניסיון נוסף"
                        title={`${queueNames[key]}: ניסיון נוסף`}
                        call="retry"
                        submit="ניסיון נוסף"
                      >
                        <input type="hidden" name="channel" value={key.slice('outbox.'.length)} />
                        <p>
                          ההודעות שנכשלו בתור הזה יישלחו שוב, חוץ ממה שכבר אינו רלוונטי: קודים, קישורים לסיסמה ולאימות
                          כתובת, תזכורות לביקור שעבר וכישלון של תשלום שכבר הוסדר.
                        </p>
                      </ActionDialog>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </ScrollTable>
          {messages.late > 0 && (
            <p className="text-danger">
              <bdi>{messages.late}</bdi> הודעות היו אמורות לצאת לפני יותר מחמש דקות.
            </p>
          )}
        </Panel>
        <Panel title="משימות בשרת הזה">
          <ScrollTable region="טבלת המשימות">
            <thead>
              <tr>
                <th scope="col">משימה</th>
                <th scope="col">כל</th>
                <th scope="col">הסתיימה לאחרונה</th>
                <th scope="col">מצב</th>
              </tr>
            </thead>
            <tbody>
              {jobs.map(({ name, everySeconds, doneAt, late }) => (
                <tr key={name}>
                  <th scope="row" className="font-normal">
                    {jobNames[name as keyof typeof jobNames] ?? name}
                  </th>
                  <td className="whitespace-nowrap">{every(everySeconds)}</td>
                  <td>
                    <Moment at={doneAt} />
                  </td>
                  <td>
                    <Badge tone={late ? 'bad' : 'good'}>{late ? 'באיחור' : 'תקינה'}</Badge>
                  </td>
                </tr>
              ))}
            </tbody>
          </ScrollTable>
          {jobs.length === 0 && <p className="text-ink-3">בשרת הזה לא פועלות משימות.</p>}
        </Panel>
      </div>
    </>
  );
}

function every(seconds: number): string {
  if (seconds === 1) return 'שנייה';
  if (seconds < 60) return `${seconds} שניות`;
  if (seconds === 60) return 'דקה';
  if (seconds < 3_600) return `${Math.round(seconds / 60)} דקות`;
  return seconds === 3_600 ? 'שעה' : `${Math.round(seconds / 3_600)} שעות`;
}
