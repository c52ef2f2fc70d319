import { z } from 'zod';
import { refuse } from '#server/platform/errors.ts';
import { Button } from '#ui/button.tsx';
import { CheckboxField, SelectField, TextArea, TextField } from '#ui/form/field.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { useToast } from '#ui/toasts.tsx';
import { ActionForm } from '../components/action-form.tsx';
import { ActionDialog } from '../components/dialogs/action-dialog.tsx';
import { List, type ListColumn } from '../components/list.tsx';
import { ListFilters } from '../components/list-filters.tsx';
import { PageHead } from '../components/page-head.tsx';
import { Badge, Facts, Panel, type Tone } from '../components/panel.tsx';
import { Moment, Money, Phone } from '../components/shown-values.tsx';
import { type ActionReply, load } from '../load.ts';
import type { Route } from './+types/components.ts';

/** Only where people try the office out: in the demo and in development. */
export const loader = load(async ({ env, staff }) => {
  if (!staff) throw refuse('UNAUTHORIZED');
  if (env.MODE !== 'demo') throw refuse('NOT_FOUND');
  return null;
});

const sample = z.object({
  name: z.string().min(2, 'כתבו שם'),
  sum: z.coerce.number('כתבו סכום במספרים').min(1, 'הסכום קטן מדי'),
});

/** Refuses as a call would, and writes nothing. */
export async function action({ request }: Route.ActionArgs): Promise<ActionReply> {
  const form = Object.fromEntries(await request.formData());
  const parsed = sample.safeParse(form);
  if (parsed.success) return { call: 'sample', ok: true, message: 'כך נראית הצלחה' };
  return {
    call: 'sample',
    ok: false,
    message: 'הבקשה אינה תקינה',
    errors: parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message })),
  };
}

type Row = { uuid: string; number: string; name: string; at: string; state: Tone; total: number };
const AT = '2026-11-22T10:30:00Z';
const rows: Row[] = [
  { uuid: '1', number: 'RM12-4477', name: 'אביגיל לביא', at: AT, state: 'wait', total: 1_234_500 },
  { uuid: '2', number: 'ZK88-1020', name: 'Jean-Luc בן־דוד', at: AT, state: 'good', total: 9_900 },
];
const columns: ListColumn<Row>[] = [
  { key: 'number', label: 'הזמנה', cell: ({ number }) => <bdi className="font-semibold">{number}</bdi> },
  { key: 'name', label: 'לקוח', cell: ({ name }) => <bdi>{name}</bdi> },
  { key: 'at', label: 'נקלטה', cell: ({ at }) => <Moment at={at} /> },
  { key: 'state', label: 'מצב', cell: ({ state }) => <Badge tone={state}>{tones[state]}</Badge> },
  { key: 'total', label: 'סכום', number: true, cell: ({ total }) => <Money agorot={total} /> },
];
const tones: Record<Tone, string> = { neutral: 'רגיל', good: 'טוב', wait: 'מחכה', bad: 'תקלה', info: 'מידע' };
const empty = { title: 'אין הזמנות כאלה', text: 'מצב ריק מלמד: מה אפשר לעשות עכשיו.' };

/** Every part that pages are built of, in its states; docs/architecture.md follows one page through the files. */
export default function Components() {
  const toast = useToast();
  return (
    <>
      <PageHead
        title="רכיבי המשרד"
        back={{ to: '/', label: 'בית' }}
        badges={<Badge tone="info">PageHead</Badge>}
        actions={<Button size="sm">הפעולה הרגילה ביותר</Button>}
      />
      <div className="grid gap-4">
        <Panel title="List, ListFilters: רשימה, והסינון שהוא הכתובת שלה">
          <ListFilters
            list="orders"
            searchLabel="טלפון, שם או מספר"
            filters={[
              { kind: 'choice', name: 'state', label: 'מצב', options: [{ value: 'wait', label: 'מחכה' }] },
              { kind: 'text', name: 'who', label: 'מי' },
              { kind: 'day', name: 'from', label: 'מיום' },
              { kind: 'sum', name: 'min', label: 'מסכום' },
            ]}
            views={[
              { name: 'כולן', query: '' },
              { name: 'מחכות', query: 'state=wait' },
            ]}
          />
          <List
            label="רשימה מלאה"
            columns={columns}
            page={{ rows, next: null, total: 2 }}
            href={() => '/components'}
            empty={empty}
          />
          <List
            label="רשימה ריקה"
            columns={columns}
            page={{ rows: [], next: null, total: 0 }}
            href={() => '/components'}
            empty={empty}
          />
          <div className="grid gap-2" aria-busy>
            <p className="text-sm text-ink-3">בטעינה: Skeleton, במידות של מה שיבוא</p>
            <Skeleton className="h-9" />
            <Skeleton className="h-9" />
          </div>
        </Panel>
        <div className="grid items-start gap-4 lg:@min-[40rem]:grid-cols-2">
          <Panel title="ActionForm: טופס של קריאה אחת">
            <p className="text-sm text-ink-3">שליחה ריקה מראה שגיאות, שליחה מלאה – הודעה.</p>
            <ActionForm call="sample" submit="שמירה">
              {(reply) => (
                <>
                  <TextField label="שם" name="name" required {...errorOf(reply, 'name')} />
                  <TextField
                    label="סכום"
                    name="sum"
                    inputMode="decimal"
                    required
                    hint="בשקלים"
                    {...errorOf(reply, 'sum')}
                  />
                </>
              )}
            </ActionForm>
          </Panel>
          <Panel title="שדות: ui/form">
            <TextField label="רגיל" name="a" defaultValue="ערך" />
            <TextField label="בשגיאה" name="b" defaultValue="05" error="מספר הטלפון אינו תקין" />
            <TextField label="חסום" name="c" defaultValue="אי אפשר לשנות" disabled />
            <SelectField label="בחירה" name="d" required>
              <option>ראשונה</option>
              <option>שנייה</option>
            </SelectField>
            <CheckboxField label="סימון" name="e" />
            <TextArea label="טקסט" name="f" />
          </Panel>
          <Panel title="ActionDialog: שואל לפני שהוא פועל">
            <div className="flex flex-wrap gap-2">
              <ActionDialog label="פעולה רגילה" call="sample" submit="שמירה">
                <TextField label="שם" name="name" required />
                <input type="hidden" name="sum" value="5" />
              </ActionDialog>
              <ActionDialog label="פעולה שמוחקת" call="sample" submit="למחוק את RM12-4477" danger>
                <p>שם הדבר נאמר, כדי שלא יימחק אחר.</p>
              </ActionDialog>
            </div>
          </Panel>
          <Panel title="Badge, Facts, Moment, Money, Phone">
            <div className="flex flex-wrap gap-2">
              {Object.entries(tones).map(([tone, name]) => (
                <Badge key={tone} tone={tone as Tone}>
                  {name}
                </Badge>
              ))}
            </div>
            <Facts
              facts={[
                ['טלפון', <Phone key="p" e164="+972501234567" />],
                ['סכום', <Money key="m" agorot={1_234_550} />],
                ['מתי', <Moment key="t" at={AT} />],
                ['ריק', ''],
              ]}
            />
          </Panel>
          <Panel title="Button, Toasts">
            <div className="flex flex-wrap gap-2">
              <Button size="sm">ראשי</Button>
              <Button size="sm" variant="secondary">
                משני
              </Button>
              <Button size="sm" variant="quiet">
                שקט
              </Button>
              <Button size="sm" busy>
                בפעולה
              </Button>
              <Button size="sm" disabled>
                חסום
              </Button>
            </div>
            <div className="flex flex-wrap gap-2">
              <Button size="sm" variant="secondary" onClick={() => toast({ kind: 'success', title: 'נשמר' })}>
                הודעת הצלחה
              </Button>
              <Button
                size="sm"
                variant="secondary"
                onClick={() => toast({ kind: 'danger', title: 'לא נשמר', text: 'ומה לעשות עכשיו' })}
              >
                הודעת תקלה
              </Button>
            </div>
          </Panel>
        </div>
      </div>
    </>
  );
}

function errorOf(reply: ActionReply | undefined, name: string): { error?: string } {
  const fieldError = reply?.errors?.find(({ path }) => path === name);
  return fieldError ? { error: fieldError.message } : {};
}
