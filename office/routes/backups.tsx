import { HOUR_MS } from '#domain/calendar/durations.ts';
import { formatNumber } from '#domain/text/format.ts';
import { readBackups } from '#server/office/jobs/backups.ts';
import { Empty } from '#ui/empty.tsx';
import { PageHead } from '../components/page-head.tsx';
import { Badge, Facts, Panel, type Tone } from '../components/panel.tsx';
import { ScrollTable } from '../components/scroll-table.tsx';
import { Code, Moment } from '../components/shown-values.tsx';
import { load } from '../load.ts';
import type { Route } from './+types/backups.ts';

export const loader = load((ctx) => readBackups(ctx, {}));

type Data = Route.ComponentProps['loaderData'];
type Backup = Data['backups'][number];

/** One a night, and half a day for a night that failed. */
const LATE_AFTER_MS = 36 * HOUR_MS;
/** Tried every month (docs/operating.md). */
const TRY_AFTER_MS = 31 * 24 * HOUR_MS;

const isOlder = (at: Date | string, ms: number, { now }: Pick<Data, 'now'>): boolean =>
  new Date(now).getTime() - new Date(at).getTime() > ms;

function stateOf(data: Data): { name: string; tone: Tone } {
  const last = data.backups[0];
  if (!last) return { name: 'אין גיבוי', tone: data.isLive ? 'bad' : 'wait' };
  if (isOlder(last.at, LATE_AFTER_MS, data)) return { name: 'באיחור', tone: 'bad' };
  return last.missing ? { name: 'חסרות תמונות', tone: 'wait' } : { name: 'יש גיבוי עדכני', tone: 'good' };
}

/**
 * When the last backup was made, whether one was tried, and what to do. They are made and restored by commands on the
 * server.
 */
export default function Backups({ loaderData: data }: Route.ComponentProps) {
  const [last, ...earlier] = data.backups;
  const state = stateOf(data);
  return (
    <>
      <PageHead
        title="גיבויים"
        back={{ to: '/jobs', label: 'משימות רקע' }}
        badges={<Badge tone={state.tone}>{state.name}</Badge>}
      />
      <div className="grid items-start gap-4 @min-[60rem]:grid-cols-2">
        <Panel title="הגיבוי האחרון">
          {last ? (
            <LastBackup backup={last} triedAt={data.triedAt} />
          ) : (
            <Empty title="עוד לא נעשה גיבוי">
              בשלושת החודשים האחרונים לא נרשם גיבוי. עד שנעשה אחד, תקלה בדיסק מוחקת הזמנות, לקוחות ומסמכי מס.
            </Empty>
          )}
          {data.restoredAt && (
            <p className="text-sm text-ink-3">
              המערכת הזו שוחזרה מגיבוי ב־
              <Moment at={data.restoredAt} />.
            </p>
          )}
        </Panel>
        <Panel title="מה לעשות">
          <Todo data={data} />
        </Panel>
      </div>
      {earlier.length > 0 && (
        <Panel title="גיבויים קודמים">
          <ScrollTable region="טבלת הגיבויים">
            <thead>
              <tr>
                <th scope="col">מתי</th>
                <th scope="col" className="number">
                  רשומות
                </th>
                <th scope="col" className="number">
                  תמונות
                </th>
                <th scope="col">תיקייה</th>
              </tr>
            </thead>
            <tbody>
              {earlier.map(({ uuid, at, rows, media, path }) => (
                <tr key={uuid}>
                  <th scope="row" className="font-normal">
                    <Moment at={at} />
                  </th>
                  <td className="number">{rows === undefined ? '–' : formatNumber(rows)}</td>
                  <td className="number">{media === undefined ? '–' : formatNumber(media)}</td>
                  <td>
                    <Code>{path}</Code>
                  </td>
                </tr>
              ))}
            </tbody>
          </ScrollTable>
        </Panel>
      )}
    </>
  );
}

function LastBackup({
  backup: { at, by, path, rows, media, bytes, missing },
  triedAt,
}: {
  backup: Backup;
  triedAt: Data['triedAt'];
}) {
  return (
    <Facts
      facts={[
        ['נעשה', <Moment key="at" at={at} />],
        ['על ידי', <bdi key="by">{by}</bdi>],
        ['רשומות', rows !== undefined && <bdi key="rows">{formatNumber(rows)}</bdi>],
        [
          'תמונות וסרטונים',
          media !== undefined && (
            <span key="media">
              <bdi>{formatNumber(media)}</bdi>
              {bytes !== undefined && (
                <>
                  , <bdi>{formatNumber(Math.ceil(bytes / 1_000_000))}</bdi> מ״ב
                </>
              )}
            </span>
          ),
        ],
        ['תמונות שלא נמצאו', missing ? <bdi key="missing">{formatNumber(missing)}</bdi> : null],
        ['תיקייה בשרת', <Code key="path">{path}</Code>],
        ['שחזור לניסיון', triedAt ? <Moment key="tried" at={triedAt} /> : 'לא נרשם'],
      ]}
    />
  );
}

function Todo({ data }: { data: Data }) {
  const last = data.backups[0];
  const isLate = !last || isOlder(last.at, LATE_AFTER_MS, data);
  const isUntried = last && !(data.triedAt && !isOlder(data.triedAt, TRY_AFTER_MS, data));
  return (
    <ul className="grid list-disc gap-3 ps-5">
      {isLate && (
        <li>
          לבקש ממי שמפעיל את השרת לגבות עכשיו, ולבדוק למה הגיבוי של הלילה לא רץ:
          <Command>npm run store -- backup /var/backups/storefront --keep 14</Command>
        </li>
      )}
      {last?.missing ? <li>יש תמונות ששייכות למוצרים ואינן במאגר: להעלות אותן שוב, או לייבא שוב.</li> : null}
      {isUntried && (
        <li>
          פעם בחודש לנסות לשחזר למערכת נפרדת, ולפתוח בה הזמנה. גיבוי שלא נוסה אינו בטוח:
          <Command>{`DATA_DIR=/tmp/try npm run store -- restore ${last.path}`}</Command>
        </li>
      )}
      <li>להחזיק עותק במחשב אחר, מוצפן: בגיבוי יש פרטים אישיים של לקוחות.</li>
      <li>לשמור את המפתח של ההתקנה (SECRET) במקום נפרד. הוא אינו בגיבוי, ובלעדיו קישורים שנשלחו ללקוחות לא ייפתחו.</li>
      <li>ניסיון שחזור נרשם כאן עם הגיבוי הבא לאותה תיקייה.</li>
    </ul>
  );
}

const Command = ({ children }: { children: string }) => (
  <pre dir="ltr" className="mt-1 rounded-sm bg-ground-2 p-2 text-sm break-words whitespace-pre-wrap">
    <code>{children}</code>
  </pre>
);
