import { Link } from 'react-router';
import { formatLongDate } from '#domain/text/format.ts';
import type { BranchRow } from '#server/office/settings/read-store.ts';
import { ButtonLink } from '#ui/button.tsx';
import { CheckboxField } from '#ui/form/field.tsx';
import { ActionForm } from '../../../components/action-form.tsx';
import { DateField } from '../../../components/fields/date-field.tsx';
import { TimeField } from '../../../components/fields/time-field.tsx';
import { List, type ListColumn } from '../../../components/list.tsx';
import { Panel } from '../../../components/panel.tsx';
import { serviceNames } from '../branch-fields.ts';
import type { SettingsData } from '../store.tsx';

const formatDay = (day: string): string => formatLongDate(`${day}T12:00:00Z`);
const nameOf = (service: string) => serviceNames.find(({ value }) => value === service)?.label ?? service;

const columns: ListColumn<BranchRow>[] = [
  { key: 'name', label: 'סניף', cell: ({ name }) => <span className="font-semibold">{name}</span> },
  { key: 'city', label: 'יישוב', cell: ({ city }) => city },
  { key: 'phone', label: 'טלפון', cell: ({ phone }) => <bdi dir="ltr">{phone}</bdi> },
  { key: 'services', label: 'מה יש בו', cell: ({ services }) => services.map(nameOf).join(', ') },
];

/** The branches that the store sends its customers to, and days that are other than usual in all of them. */
export function BranchesPanel({ data }: { data: SettingsData }) {
  const { store, branches, storeless, may } = data;
  return (
    <>
      <List
        label="סניפים"
        columns={columns}
        page={{ rows: branches, next: null, total: branches.length }}
        href={({ uuid }) => `/settings/branches/${uuid}`}
        empty={{ title: 'אין סניפים', text: 'לחנות הזו אין עדיין סניפים.' }}
      />
      {storeless.length > 0 && (
        <Panel title="סניפים שאינם באף חנות">
          <ul className="grid gap-1">
            {storeless.map(({ uuid, name, city }) => (
              <li key={uuid}>
                <Link to={`/settings/branches/${uuid}`} className="text-action-ink underline">
                  {name}, {city}
                </Link>
              </li>
            ))}
          </ul>
        </Panel>
      )}
      {may.edit && (
        <ButtonLink to={`/settings/stores/${store.uuid}/new-branch`} variant="secondary" size="sm" className="w-fit">
          סניף חדש
        </ButtonLink>
      )}
      <div className="grid items-start gap-4 lg:grid-cols-2">
        {branches.length > 0 && <SingleDays data={data} />}
        <Holidays data={data} />
      </div>
    </>
  );
}

function SingleDays({ data: { calendar, branches, may } }: { data: SettingsData }) {
  return (
    <Panel title="יום אחד, בכל הסניפים">
      {calendar.days.length === 0 && <p className="text-ink-3">אין ימים עם שעות אחרות.</p>}
      <ul className="grid gap-2">
        {calendar.days.map(({ day, hours, branches: names }) => (
          <li key={`${day} ${hours}`} className="flex flex-wrap items-center gap-x-3">
            <span className="grow">
              {formatDay(day)}: {hours ? <bdi dir="ltr">{hours}</bdi> : 'סגור'}
              {names.length < branches.length && <span className="text-ink-3"> · {names.join(', ')}</span>}
            </span>
            {may.edit && (
              <ActionForm call="usualDay" submit="החזרה לרגיל" variant="quiet">
                <input type="hidden" name="day" value={day} />
                <input type="hidden" name="hours" value={hours} />
                <span className="sr-only">{formatDay(day)}</span>
              </ActionForm>
            )}
          </li>
        ))}
      </ul>
      {may.edit && (
        <ActionForm call="day" submit="שמירה בכל הסניפים" variant="secondary" draftable>
          {(reply) => (
            <>
              <DateField label="תאריך" name="day" required {...dayError(reply?.errors)} />
              <div className="grid grid-cols-2 items-start gap-2">
                <TimeField label="פתוח מ־" name="from" hint="בלי שעות: סגור כל היום" />
                <TimeField label="עד" name="to" {...wrong(reply?.errors, 'to')} />
              </div>
              {reply?.errors?.some(({ path }) => path === 'replace') && (
                <CheckboxField label="להחליף גם שעות של סניף בודד" name="replace" />
              )}
            </>
          )}
        </ActionForm>
      )}
    </Panel>
  );
}

const dayError = (errors: { path: string; message: string }[] | undefined) => {
  const error = errors?.find(({ path }) => path === 'day')?.message;
  return error ? { error } : {};
};

const wrong = (errors: { path: string }[] | undefined, name: string) =>
  errors?.some(({ path }) => path === name) ? { 'aria-invalid': true } : {};

function Holidays({ data: { calendar } }: { data: SettingsData }) {
  return (
    <Panel title="חגים">
      <p className="text-ink-3">
        בימים האלה הסניפים סגורים מעצמם, ובערביהם פתוחים כביום שישי. יום עם שעות אחרות גובר על חג.
      </p>
      <ul className="grid gap-1">
        {calendar.holidays.map(({ day, name }) => (
          <li key={day}>
            {formatDay(day)}: {name}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
