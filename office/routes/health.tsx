import { useState } from 'react';
import { Link } from 'react-router';
import { checkHealth, readHealth } from '#server/office/jobs/installation-health.ts';
import { Empty } from '#ui/empty.tsx';
import { ActionForm } from '../components/action-form.tsx';
import { PageHead } from '../components/page-head.tsx';
import { Badge, Facts, Panel, type Tone } from '../components/panel.tsx';
import { Moment } from '../components/shown-values.tsx';
import { act, load } from '../load.ts';
import type { Route } from './+types/health.ts';

export const loader = load((ctx) => readHealth(ctx, {}));

export const action = act({ check: checkHealth });

type Checked = Awaited<ReturnType<typeof checkHealth>>;
type Finding = Checked['findings'][number];

const states: Record<Finding['state'], { name: string; tone: Tone }> = {
  fault: { name: 'תקלה', tone: 'bad' },
  warning: { name: 'כדאי לבדוק', tone: 'wait' },
  ok: { name: 'תקין', tone: 'good' },
};

/** By the check's name (`server/readiness/doctor.ts`): what it looks at, and what to do where it finds something. */
const checks: Record<Finding['check'], { name: string; todo: string; to?: { path: string; label: string } }> = {
  settings: { name: 'הגדרות ההתקנה', todo: 'להשלים את ההגדרה החסרה בשרת ולהפעיל אותו מחדש.' },
  database: { name: 'מסד הנתונים', todo: 'לבדוק שמסד הנתונים פועל, שיש לו מקום בדיסק, ושלא כל החיבורים אליו תפוסים.' },
  clock: { name: 'השעון', todo: 'לכוון את שעוני השרתים לפי NTP. בשרת שהשעון שלו סוטה לא פועלות משימות רקע.' },
  disk: { name: 'מקום בדיסק', todo: 'לפנות מקום עכשיו: דיסק מלא עוצר הזמנות. לא מוחקים דבר בתיקיית pg_wal.' },
  stores: {
    name: 'החנויות',
    todo: 'להשלים את מה שחסר לחנות, או לסגור אותה עד אז.',
    to: { path: '/settings', label: 'הגדרות' },
  },
  sms: { name: 'מסרונים', todo: 'לבדוק את החשבון, האסימון והיתרה אצל ספק המסרונים, ואת היציאה של השרת לאינטרנט.' },
  mail: { name: 'דוא״ל', todo: 'לבדוק את הכתובת, המשתמש והסיסמה של שרת הדוא״ל.' },
  gateway: {
    name: 'חברת הסליקה',
    todo: 'לבדוק את המסוף, המשתמש והסיסמה אצל חברת הסליקה. מסוף שהוסר בזמן שתשלומים או זיכויים שלו עוד פתוחים צריך לחזור להגדרות.',
  },
  registry: {
    name: 'מאגר הרכב',
    todo: 'לבדוק את כתובת המאגר ואת היציאה של השרת לאינטרנט. עד אז מקלידים את פרטי הרכב במקום לחפש לפי מספר רישוי.',
  },
  pictures: { name: 'תמונות', todo: 'לבדוק שתיקיית התמונות היא זו שיובא אליה, ולייבא שוב או לשחזר מגיבוי.' },
  domains: {
    name: 'כתובות האתרים',
    todo: 'להשוות את רשומת ה־DNS, את התעודה ואת הגדרת השרת שלפני החנות.',
    to: { path: '/settings', label: 'הגדרות' },
  },
  queue: {
    name: 'מה שמחכה לצאת',
    todo: 'לפתוח את ההודעות שנכשלו ולשלוח אותן שוב. תשלומים וזיכויים שבבירור מחכים להכרעה בדף ההזמנה.',
    to: { path: '/messages?state=failed', label: 'הודעות שנכשלו' },
  },
  documents: {
    name: 'מסמכים חשבונאיים',
    todo: 'לבדוק אצל חברת הסליקה אם נכתב מסמך לכל חיוב. הפקודה שכאן למטה מפרטת את החיובים ומבקשת את המסמכים שוב.',
    to: { path: '/documents', label: 'מסמכים' },
  },
};

const rank = ({ state }: Finding): number => Object.keys(states).indexOf(state);

/** Whether this installation can do its work, checked at a press, with what to do about each thing found. */
export default function Health({ loaderData: { isLive, doesJobs } }: Route.ComponentProps) {
  const [result, setResult] = useState<Checked | null>(null);
  const findings = result ? [...result.findings].sort((one, other) => rank(one) - rank(other)) : [];
  const faults = findings.filter(({ state }) => state === 'fault').length;
  const warnings = findings.filter(({ state }) => state === 'warning').length;
  return (
    <>
      <PageHead
        title="תקינות"
        back={{ to: '/jobs', label: 'משימות רקע' }}
        badges={
          result && (
            <Badge tone={faults > 0 ? 'bad' : warnings > 0 ? 'wait' : 'good'}>{summary(faults, warnings)}</Badge>
          )
        }
      />
      <Panel title="בדיקת המערכת">
        <p className="max-w-prose text-ink-2">
          הבדיקה פונה למסד הנתונים, לדיסק, לספקי המסרונים והדוא״ל, לחברת הסליקה, למאגר הרכב ולאתרים עצמם. היא אינה משנה
          דבר, ויכולה להימשך עד חצי דקה.
        </p>
        <Facts
          facts={[
            ['ההתקנה', isLive ? 'פועלת מול לקוחות' : 'הדגמה'],
            ['משימות רקע בשרת הזה', doesJobs ? 'פועלות' : 'כבויות'],
          ]}
        />
        <ActionForm
          call="check"
          submit={result ? 'בדיקה נוספת' : 'בדיקה עכשיו'}
          onDone={({ result: done }) => done && setResult(done as Checked)}
        />
        {result && (
          <p role="status" className="text-sm text-ink-3">
            נבדק ב־
            <Moment at={result.at} />
          </p>
        )}
        {result ? (
          <ul className="grid divide-y divide-line">
            {findings.map((finding) => (
              <li key={`${finding.check} ${finding.detail}`} className="py-3 last:pb-0">
                <FindingLine finding={finding} />
              </li>
            ))}
          </ul>
        ) : (
          <Empty title="עוד לא נבדק">לחצו על הכפתור כדי לבדוק את המערכת עכשיו.</Empty>
        )}
      </Panel>
    </>
  );
}

function summary(faults: number, warnings: number): string {
  if (faults > 0) return faults === 1 ? 'תקלה אחת' : `${faults} תקלות`;
  if (warnings > 0) return warnings === 1 ? 'דבר אחד שכדאי לבדוק' : `${warnings} דברים שכדאי לבדוק`;
  return 'הכול תקין';
}

function FindingLine({ finding: { check, state, detail, advice } }: { finding: Finding }) {
  const { name, todo, to } = checks[check];
  return (
    <div className="grid gap-1">
      <div className="flex flex-wrap items-center gap-3">
        <h3 className="text-base font-semibold">{name}</h3>
        <Badge tone={states[state].tone}>{states[state].name}</Badge>
      </div>
      {state !== 'ok' && (
        <p>
          {todo}{' '}
          {to && (
            <Link to={to.path} className="text-action-ink underline">
              {to.label}
            </Link>
          )}
        </p>
      )}
      <p lang="en" dir="ltr" className="text-end text-sm break-words text-ink-3">
        {detail}
        {advice && ` → ${advice}`}
      </p>
    </div>
  );
}
