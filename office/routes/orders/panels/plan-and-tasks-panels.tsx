import { israelDay } from '#domain/calendar/israel-time.ts';
import { formatTime, isolate } from '#domain/text/format.ts';
import type { OrderPage } from '#server/office/orders/read-order.ts';
import { CheckboxField, SelectField, TextArea, TextField } from '#ui/form/field.tsx';
import { ActionForm } from '../../../components/action-form.tsx';
import { ActionDialog } from '../../../components/dialogs/action-dialog.tsx';
import { EditedFields } from '../../../components/edited-fields.tsx';
import { DateField } from '../../../components/fields/date-field.tsx';
import { withOwner } from '../../../components/fields/owner-form.tsx';
import { Facts, Panel } from '../../../components/panel.tsx';
import { Moment } from '../../../components/shown-values.tsx';
import { StoredForm } from '../../../components/stored-form.tsx';

/** As a field for a day and an hour has it, in Israel. */
const forField = (at: string): string => (at ? `${israelDay(new Date(at))}T${formatTime(at)}` : '');
const isoOf = (at: Date | null): string => (at ? at.toISOString() : '');

const planFields = (people: OrderPage['people']) => [
  {
    name: 'owner',
    label: 'אחראי',
    options: [{ value: '', label: 'אין' }, ...people.map(({ uuid, name }) => ({ value: uuid, label: name }))],
  },
  { name: 'deadline', label: 'לטפל עד', kind: 'moment' as const, show: forField },
  { name: 'promised', label: 'הובטח ללקוח עד', kind: 'moment' as const, show: forField },
];

/** Who sees to it, and until when. */
export function PlanPanel({ page: { order, owner, people, may } }: { page: OrderPage }) {
  return (
    <Panel
      title="טיפול"
      actions={
        may.includes('orders.assign') && (
          <ActionDialog
            label="שינוי"
            title={`טיפול בהזמנה ${isolate(order.number)}`}
            call="assign"
            submit="שמירה"
            variant="quiet"
          >
            <EditedFields
              fields={planFields(withOwner(people, order.ownerUid, owner))}
              values={{
                owner: order.ownerUid ?? '',
                deadline: isoOf(order.deadlineAt),
                promised: isoOf(order.promisedAt),
              }}
            />
          </ActionDialog>
        )
      }
    >
      <Facts
        facts={[
          ['אחראי', owner ?? 'אין'],
          ['לטפל עד', order.deadlineAt && <Moment key="deadline" at={order.deadlineAt} />],
          ['הובטח ללקוח', order.promisedAt && <Moment key="promised" at={order.promisedAt} />],
        ]}
      />
    </Panel>
  );
}

/** What staff have to do about the order. */
export function TasksPanel({ page: { tasks, people, may } }: { page: OrderPage }) {
  const writes = may.includes('notes.write');
  if (!writes && tasks.length === 0) return null;
  return (
    <Panel
      title="משימות"
      actions={
        writes && (
          <ActionDialog label="משימה חדשה" call="task" submit="הוספה" variant="quiet">
            <TextField label="מה לעשות" name="title" required maxLength={200} />
            <SelectField label="מי" name="assignee" defaultValue="">
              <option value="">איש עדיין</option>
              {people.map(({ uuid, name }) => (
                <option key={uuid} value={uuid}>
                  {name}
                </option>
              ))}
            </SelectField>
            <DateField label="עד" name="due" withTime />
          </ActionDialog>
        )
      }
    >
      {tasks.length === 0 && <p className="text-ink-3">אין משימות.</p>}
      <ul className="grid gap-2 empty:hidden">
        {tasks.map(({ uuid, title, assignee, dueAt, doneAt }) => (
          <li key={uuid} className="flex flex-wrap items-center gap-2">
            <span className={doneAt ? 'text-ink-3 line-through' : ''}>{title}</span>
            <span className="text-sm text-ink-3">
              {assignee} {dueAt && <Moment at={dueAt} />}
            </span>
            {writes && !doneAt && (
              <span className="ms-auto">
                <ActionForm call="closeTask" submit="בוצע">
                  <input type="hidden" name="task" value={uuid} />
                </ActionForm>
              </span>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** A note, with whom it is meant for. It shows in the timeline. */
export function NoteForm({ page: { people, notes } }: { page: OrderPage }) {
  return (
    <StoredForm stored={String(notes.length)} call="note" submit="הוספת הערה">
      <TextArea label="הערה לצוות" name="text" required maxLength={4000} rows={2} />
      <details>
        <summary className="cursor-pointer text-sm text-action-ink">לפנות למישהו</summary>
        <div className="flex flex-wrap gap-x-4">
          {people.map(({ uuid, name }) => (
            <CheckboxField key={uuid} label={name} name="mentions[]" value={uuid} />
          ))}
        </div>
      </details>
    </StoredForm>
  );
}
