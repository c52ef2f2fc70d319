import { useState } from 'react';
import { tradeInQuestions } from '#domain/people/trade-in-questions.ts';
import { editTradeInTable, readTradeInTables, tryTradeInTable } from '#server/office/settings/trade-in.ts';
import { SelectField, TextField } from '#ui/form/field.tsx';
import { ActionForm } from '../../components/action-form.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { Panel } from '../../components/panel.tsx';
import { StructureForm } from '../../components/structure/structure-form.tsx';
import { act, load } from '../../load.ts';
import { OfferRange } from '../trade-ins/trade-in-cells.tsx';
import type { Route } from './+types/trade-in.ts';
import { tradeInFields } from './trade-in-fields.ts';

export const loader = load((ctx) => readTradeInTables(ctx, {}));
export const action = act(
  { edit: editTradeInTable, try: tryTradeInTable },
  { says: { edit: 'הטבלה נשמרה, וחלה על הערכות חדשות', try: 'זו ההערכה לפי הטבלה השמורה' } },
);

/** What each company gives for used vehicles, and what that says of one. */
export default function TradeInTables({ loaderData: { companies, mayEdit } }: Route.ComponentProps) {
  return (
    <>
      <PageHead title="טבלת טרייד־אין" back={{ to: '/settings', label: 'הגדרות' }} />
      <div className="grid gap-4">
        {companies.map(({ uuid, name, values }) => (
          <div key={uuid} className="grid items-start gap-4 xl:@min-[40rem]:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
            <Panel title={name}>
              <StructureForm
                call="edit"
                submit="שמירה"
                fields={tradeInFields}
                value={values}
                store=""
                entity={{ name: 'company', uuid }}
                disabled={!mayEdit}
              />
            </Panel>
            <Tester company={uuid} />
          </div>
        ))}
      </div>
    </>
  );
}

type Tried = Awaited<ReturnType<typeof tryTradeInTable>>;

function Tester({ company }: { company: string }) {
  const [tried, setTried] = useState<Tried | null>(null);
  return (
    <Panel title="בדיקת רכב">
      <ActionForm
        call="try"
        submit="מה הטבלה אומרת?"
        variant="secondary"
        onDone={({ result }) => setTried(result as Tried)}
      >
        <input type="hidden" name="company" value={company} />
        <TextField label="יצרן" name="make" required maxLength={60} dir="auto" />
        <TextField label="דגם" name="model" required maxLength={120} dir="auto" />
        <TextField label="שנת ייצור" name="year" required dir="ltr" inputMode="numeric" maxLength={4} />
        <TextField label="קילומטרים" name="km" required dir="ltr" inputMode="numeric" maxLength={9} />
        {(['hand', 'ownership', 'accidents', 'tyres'] as const).map((question) => (
          <SelectField key={question} label={tradeInQuestions[question].label} name={question} required>
            {Object.entries(tradeInQuestions[question].answers).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </SelectField>
        ))}
      </ActionForm>
      <div role="status">
        {tried && (
          <p className="rounded-md bg-ground-2 p-3">
            {tried.range ? (
              <>
                הערכה: <OfferRange low={tried.range.low} high={tried.range.high} />
              </>
            ) : (
              'אין הערכה: הצעה תינתן על ידי אנשי החנות'
            )}
            {tried.by && (
              <span className="block text-sm text-ink-3">
                לפי השורה <bdi>{[tried.by.make, tried.by.model].filter(Boolean).join(' ')}</bdi>,{' '}
                <bdi dir="ltr">{`${tried.by.year_from}–${tried.by.year_to}`}</bdi>
              </span>
            )}
          </p>
        )}
      </div>
    </Panel>
  );
}
