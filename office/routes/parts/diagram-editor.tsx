import { useRef, useState } from 'react';
import { isolate } from '#domain/text/format.ts';
import type { DiagramFile } from '#server/office/parts/diagram-file.ts';
import { TextField } from '#ui/form/field.tsx';
import { ActionForm } from '../../components/action-form.tsx';
import { Panel } from '../../components/panel.tsx';
import { fieldError } from '../../components/refused-reply.tsx';
import { Conflicts } from '../../components/structure/structure-form.tsx';
import { useAdopted } from '../../components/use-adopted.ts';
import { CalloutFields, type Names } from './callout-fields.tsx';
import { Canvas } from './canvas.tsx';
import {
  type Callout,
  type DiagramForm,
  toFile,
  toForm,
  withCallout,
  withChanged,
  withoutCallout,
} from './diagram-state.ts';
import { PictureButton } from './picture-button.tsx';
import { VehiclesFields } from './vehicles-fields.tsx';

/** As conflicts name them. */
const fields = [
  { kind: 'text', name: 'slug', label: 'כתובת' },
  { kind: 'text', name: 'name', label: 'שם' },
  { kind: 'text', name: 'media', label: 'תמונה' },
  { kind: 'text', name: 'position', label: 'מקום ברשימה' },
  { kind: 'text', name: 'vehicles', label: 'דגמים' },
  { kind: 'text', name: 'callouts', label: 'סימונים' },
] as const;

type Props = {
  call: 'create' | 'edit';
  submit: string;
  file: DiagramFile;
  names: Names;
  /** Addresses that lead to it. */
  former?: string[];
  disabled?: boolean;
};

/**
 * A diagram is edited as a whole, and saved as one change with what it began with: what others saved meanwhile in other
 * fields stays.
 */
export function DiagramEditor({ call, submit, file, names: storedNames, former = [], disabled = false }: Props) {
  const adopted = useAdopted<DiagramFile, DiagramForm>(file, {
    toHeld: toForm,
    toSent: toFile,
  });
  const { held: form, setHeld: setForm } = adopted;
  const initialFile: Record<string, unknown> = toFile(toForm(adopted.baseline));
  const [addedNames, setAddedNames] = useState<Names>({});
  const [chosenId, setChosenId] = useState<number | null>(null);
  const [announcement, setAnnouncement] = useState('');
  const canvas = useRef<HTMLDivElement>(null);
  const currentFile = toFile(form);
  const names = { ...storedNames, ...addedNames };
  const name = (one: string, named: Names[string]) => setAddedNames((before) => ({ ...before, [one]: named }));
  const focusOn = (id: number) =>
    requestAnimationFrame(() =>
      canvas.current?.querySelector<HTMLButtonElement>(`[data-callout="${id}"]`)?.focus({ preventScroll: true }),
    );
  const add = (x: number, y: number) => {
    const { form: next, added } = withCallout(form, x, y);
    setForm(next);
    setChosenId(added.id);
    setAnnouncement(`סימון ${added.number} נוסף. החיצים מזיזים אותו`);
    focusOn(added.id);
  };
  const remove = (id: number) => {
    const removedCallout = form.callouts.find((one) => one.id === id);
    const rest = withoutCallout(form, id);
    setForm(rest);
    const next = rest.callouts.at(-1);
    setChosenId(next?.id ?? null);
    setAnnouncement(`סימון ${removedCallout?.number ?? ''} הוסר`);
    if (next) focusOn(next.id);
    else requestAnimationFrame(() => canvas.current?.querySelector('button')?.focus());
  };
  const current = form.callouts.find(({ id }) => id === chosenId);
  // Refused rows are named by their place in what was sent.
  const sentAt = current ? currentFile.callouts.findIndex((one) => String(one.number) === current.number.trim()) : -1;
  const editor = (errors: Errors) => (
    <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-[minmax(0,3fr)_minmax(20rem,2fr)]">
      <div ref={canvas} className="xl:sticky xl:top-18">
        <Panel
          title="התמונה והסימונים"
          actions={
            !disabled && (
              <PictureButton media={form.media} onSent={(media) => setForm((before) => ({ ...before, media }))} />
            )
          }
        >
          {form.media ? (
            <Canvas
              media={form.media}
              callouts={form.callouts}
              chosen={chosenId}
              disabled={disabled}
              onChoose={setChosenId}
              onAdd={add}
              onMove={(id, x, y, byKey) => {
                setForm((before) => withChanged(before, id, { x, y }));
                if (byKey) setAnnouncement(`${x}% משמאל, ${y}% מלמעלה`);
              }}
              onRemove={remove}
            />
          ) : (
            <p className="grid min-h-48 place-content-center rounded-md bg-ground-2 p-6 text-center text-ink-2">
              העלו את תמונת השרטוט. אחר כך לחיצה עליה מציבה סימון.
            </p>
          )}
          {!disabled && form.media && (
            <>
              <p id="canvas-hint" className="text-sm text-ink-3">
                לחיצה על התמונה מציבה סימון חדש, וגרירה מזיזה אותו. במקלדת: Enter מציב סימון באמצע.
              </p>
              <p id="canvas-keys" className="text-sm text-ink-3">
                החיצים מזיזים סימון באחוז, עם Shift בחמישה. Delete מסיר.
              </p>
            </>
          )}
          <p role="status" className="sr-only">
            {announcement}
          </p>
          {errorAt(errors, 'callouts')}
          {errorAt(errors, 'media')}
          <CalloutNumbers form={form} chosen={chosenId} onChoose={setChosenId} />
        </Panel>
      </div>
      <div className="grid grid-cols-1 gap-4">
        {current && !disabled && (
          <Panel title={`סימון ${current.number}`}>
            <CalloutFields
              key={current.id}
              callout={current}
              names={names}
              errors={errors.flatMap(({ path, message }) =>
                path.startsWith(`callouts.${sentAt}.`) ? [{ path: path.split('.').at(-1) ?? '', message }] : [],
              )}
              onName={name}
              onChange={(changed) => setForm((before) => withChanged(before, current.id, changed))}
              onRemove={() => remove(current.id)}
            />
          </Panel>
        )}
        {current && disabled && <ShownCallout callout={current} names={names} />}
        <DetailsPanel
          form={form}
          onForm={setForm}
          names={names}
          onName={name}
          errors={errors}
          slugHint={slugHint(call, former)}
          disabled={disabled}
        />
      </div>
    </div>
  );
  if (disabled) return editor([]);
  return (
    <ActionForm
      call={call}
      submit={submit}
      draftable
      onDone={(reply, sent) => {
        adopted.done(reply, JSON.parse(String(sent.get('now'))));
      }}
    >
      {(reply) => (
        <>
          {call === 'edit' && <input type="hidden" name="was" value={JSON.stringify(initialFile)} />}
          <input type="hidden" name="now" value={adopted.text} />
          <Conflicts
            reply={reply}
            fields={fields}
            baseline={initialFile}
            onBaseline={(values) => adopted.setBaseline(values as DiagramFile)}
            onTake={(field, theirs) => setForm(toForm({ ...file, ...currentFile, [field]: theirs }))}
          />
          {editor(reply?.ok ? [] : (reply?.errors ?? []))}
        </>
      )}
    </ActionForm>
  );
}

type Errors = { path: string; message: string }[];

/** A callout for people who may not edit it. */
const ShownCallout = ({ callout: { number, name, parts }, names }: { callout: Callout; names: Names }) => (
  <Panel title={`סימון ${number}: ${name}`}>
    <ul className="grid gap-1">
      {parts.map((one) => (
        <li key={one}>
          <bdi>{names[one]?.name ?? one}</bdi>
        </li>
      ))}
      {parts.length === 0 && <li className="text-ink-3">אינו מוצע להזמנה.</li>}
    </ul>
  </Panel>
);

type DetailsProps = {
  form: DiagramForm;
  onForm: (form: DiagramForm) => void;
  names: Names;
  onName: (one: string, named: Names[string]) => void;
  errors: Errors;
  slugHint: string;
  disabled: boolean;
};

/** What the diagram is called, where it is found, and the vehicles that it is of. */
function DetailsPanel({ form, onForm, names, onName, errors, slugHint, disabled }: DetailsProps) {
  return (
    <Panel title="פרטים">
      <fieldset disabled={disabled} className="grid min-w-0 gap-3">
        <TextField
          label="שם"
          required
          maxLength={120}
          value={form.name}
          onChange={(event) => onForm({ ...form, name: event.currentTarget.value })}
          {...fieldError(errors, 'name')}
        />
        <TextField
          label="כתובת"
          required
          dir="ltr"
          value={form.slug}
          onChange={(event) => onForm({ ...form, slug: event.currentTarget.value })}
          hint={slugHint}
          {...fieldError(errors, 'slug')}
        />
        <TextField
          label="מקום ברשימה"
          inputMode="numeric"
          dir="ltr"
          value={form.position}
          onChange={(event) => onForm({ ...form, position: event.currentTarget.value })}
          hint="שרטוטים של דגם מוצגים מהנמוך לגבוה"
          {...fieldError(errors, 'position')}
        />
      </fieldset>
      <VehiclesFields
        vehicles={form.vehicles}
        names={names}
        disabled={disabled}
        error={errors.find(({ path }) => path === 'vehicles')?.message}
        onName={onName}
        onChange={(vehicles) => onForm({ ...form, vehicles })}
      />
    </Panel>
  );
}

function slugHint(call: Props['call'], former: string[]): string {
  if (call === 'create') return 'מה שאחרי ⁦/spare-parts/⁩, למשל ⁦raam-barak-brakes⁩';
  return former.length > 0
    ? `כתובות קודמות, שמובילות לכאן: ${former.map(isolate).join(', ')}`
    : 'אחרי שינוי, הכתובת הקודמת תוביל לחדשה';
}

const errorAt = (errors: Errors, name: string) => {
  const { error } = fieldError(errors, name);
  return error && <p className="text-sm text-danger">{error}</p>;
};

/** All numbers by their order, to choose one whose place is hard to hit. */
function CalloutNumbers({
  form,
  chosen,
  onChoose,
}: {
  form: DiagramForm;
  chosen: number | null;
  onChoose: (id: number) => void;
}) {
  if (form.callouts.length === 0) return null;
  const sorted = form.callouts.toSorted((a, b) => Number(a.number) - Number(b.number));
  return (
    <ol aria-label="סימונים" className="flex flex-wrap gap-2">
      {sorted.map(({ id, number, name, parts }) => (
        <li key={id}>
          <button
            type="button"
            aria-pressed={id === chosen}
            onClick={() => onChoose(id)}
            className="flex min-h-11 items-center gap-2 rounded-full border border-line bg-ground px-4 text-sm aria-pressed:border-action aria-pressed:bg-action-wash aria-pressed:text-action-ink"
          >
            <span className="tabular font-bold">{number || '?'}</span>
            <bdi>{name || 'בלי שם'}</bdi>
            {parts.length === 0 && <span className="text-warning">בלי חלק</span>}
          </button>
        </li>
      ))}
    </ol>
  );
}
