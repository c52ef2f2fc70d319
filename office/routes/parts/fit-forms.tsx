import { useState } from 'react';
import { ANY_CHASSIS, chassisEnds, chassisText } from '#domain/catalogue/parts/chassis.ts';
import type { FitRow } from '#server/office/parts/read-fitment.ts';
import { TextField } from '#ui/form/field.tsx';
import { ActionForm } from '../../components/action-form.tsx';
import { ActionDialog } from '../../components/dialogs/action-dialog.tsx';
import { fieldError } from '../../components/refused-reply.tsx';
import type { ActionReply } from '../../load.ts';
import { PartSearch } from './part-search.tsx';

export const yearsOf = ({ from, to }: FitRow): string => (from === to ? String(from) : `${from}–${to}`);

/** What can be done with a row of the desk. */
export function FitActions({ fit }: { fit: FitRow }) {
  const chassis = chassisText(fit.chassis);
  const about = [`${fit.partName}, ${fit.vehicleName} ${yearsOf(fit)}`, chassis].filter(Boolean).join(', ');
  const identifyingInputs = (
    <>
      <input type="hidden" name="part" value={fit.part} />
      <input type="hidden" name="vehicle" value={fit.vehicle} />
      <input type="hidden" name="was_from" value={fit.from} />
      <input type="hidden" name="was_to" value={fit.to} />
      <input type="hidden" name="was_chassis" value={chassis} />
    </>
  );
  return (
    <div className="flex gap-1">
      <ActionDialog
        label="שינוי"
        about={about}
        title={`שנים ומספרי שלדה: ${fit.partName}, ${fit.vehicleName}`}
        call="edit"
        submit="שמירה"
        variant="quiet"
        draftable
      >
        {(reply) => (
          <>
            {identifyingInputs}
            <Bounds reply={reply} fit={fit} />
          </>
        )}
      </ActionDialog>
      <ActionDialog
        label="הסרה"
        about={about}
        title="הסרת ההתאמה"
        call="remove"
        submit="להסיר"
        variant="quiet"
        danger
        draftable
      >
        {identifyingInputs}
        <p>
          <bdi>{fit.partName}</bdi> לא יוצע יותר למי שמחפשים חלקים ל־<bdi>{fit.vehicleName}</bdi>,{' '}
          <bdi dir="ltr">{[yearsOf(fit), chassis].filter(Boolean).join(', ')}</bdi>. אפשר להחזיר ביומן השינויים.
        </p>
      </ActionDialog>
    </div>
  );
}

/** The years, and chassis numbers in full where not all vehicles of these years take the part. */
function Bounds({ reply, fit }: { reply: ActionReply | undefined; fit?: FitRow }) {
  const errorOf = (name: string) => fieldError(reply?.errors, name);
  const year = { required: true, inputMode: 'numeric', maxLength: 4, dir: 'ltr' } as const;
  const number = { maxLength: 40, dir: 'ltr', autoCapitalize: 'characters', spellCheck: false } as const;
  const ends = chassisEnds(fit?.chassis ?? ANY_CHASSIS);
  const prefixError = errorOf('chassis_prefix');
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(8rem,100%),1fr))] items-start gap-3">
      <TextField
        label="משנה"
        name="year_from"
        defaultValue={fit ? String(fit.from) : ''}
        {...year}
        {...errorOf('year_from')}
      />
      <TextField
        label="עד שנה"
        name="year_to"
        defaultValue={fit ? String(fit.to) : ''}
        {...year}
        {...errorOf('year_to')}
      />
      <TextField
        label="ממספר שלדה"
        name="chassis_from"
        hint="ריק: כל המספרים"
        defaultValue={ends.from}
        {...number}
        {...prefixError}
        {...errorOf('chassis_from')}
      />
      <TextField label="עד מספר שלדה" name="chassis_to" defaultValue={ends.to} {...number} {...errorOf('chassis_to')} />
    </div>
  );
}

type Chosen = { slug: string; name: string } | null;

/** What the desk is filtered by is chosen already. */
export function NewFit({ data }: { data: { part: Chosen; vehicle: Chosen } }) {
  const [part, setPart] = useState<Chosen>(data.part);
  const [vehicle, setVehicle] = useState<Chosen>(data.vehicle);
  const ends = [
    { name: 'part', label: 'חלק: שם או מק״ט', kind: 'fitting', present: data.part, chosen: part, choose: setPart },
    { name: 'vehicle', label: 'דגם', kind: 'vehicle', present: data.vehicle, chosen: vehicle, choose: setVehicle },
  ] as const;
  return (
    <ActionForm call="add" submit="הוספה" variant="secondary" draftable>
      {(reply) => (
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(16rem,100%),1fr))] items-start gap-3">
          {ends.map(({ name, label, kind, present, chosen, choose }) => (
            <div key={name} className="grid gap-1">
              <input type="hidden" name={name} value={chosen?.slug ?? ''} />
              {present ? (
                <p className="grid gap-1 text-sm">
                  <span className="font-medium text-ink-2">{name === 'part' ? 'חלק' : 'דגם'}</span>
                  <bdi className="flex min-h-11 items-center text-base">{present.name}</bdi>
                </p>
              ) : (
                <PartSearch label={label} kind={kind} keeps onChoose={choose} />
              )}
              {reply?.errors?.some(({ path }) => path === name) && (
                <p className="text-sm text-danger">{reply.errors.find(({ path }) => path === name)?.message}</p>
              )}
            </div>
          ))}
          <Bounds reply={reply} />
        </div>
      )}
    </ActionForm>
  );
}
