import { type ReactNode, useEffect } from 'react';
import { Button } from '#ui/button.tsx';
import type { ActionReply } from '../../load.ts';
import { ActionForm } from '../action-form.tsx';
import { useIsLeaving } from '../unsaved.tsx';
import { useAdopted } from '../use-adopted.ts';
import { FieldsView } from './field-view.tsx';
import { type Field, fieldAt, isRecord, toFile, toForm, type Values, valueAt, withValueAt } from './fields.ts';
import { OnlyShown, StoreOfForm } from './store-of-form.ts';

type Conflict = { field: string; theirs: unknown };
type Props = {
  call: string;
  submit: string;
  variant?: 'primary' | 'secondary';
  /** A function where what can be chosen in one field is written in another. */
  fields: readonly Field[] | ((values: Values) => readonly Field[]);
  /** The part of the file that the form edits, as stored. */
  value: Values;
  /** Where products, categories and pictures are looked for. */
  store: string;
  /** What the call names that is edited, where it isn't the store. */
  entity?: { name: string; uuid: string };
  /** Is only shown: the person may not save it. */
  disabled?: boolean;
  /** As of `ActionForm`. */
  draftable?: boolean | 'only';
  onDone?: (reply: ActionReply) => void;
  /** Besides the fields, with what the form holds now. */
  children?: (values: Values) => ReactNode;
};

/**
 * A form of a store's file. It sends the file's values with those that it began with, so that what somebody else has
 * saved meanwhile in other fields stays, and where both changed one, both values are shown.
 */
export function StructureForm({
  call,
  submit,
  variant,
  fields: fieldsOrFunction,
  value,
  store,
  entity,
  disabled,
  draftable,
  onDone,
  children,
}: Props) {
  const fieldsOf = (values: Values) =>
    typeof fieldsOrFunction === 'function' ? fieldsOrFunction(values) : fieldsOrFunction;
  const adopted = useAdopted(value, {
    toHeld: (stored) => toForm(fieldsOf(stored), stored),
    toSent: (held) => toFile(fieldsOf(held), held),
  });
  const { held: form, setHeld: setForm, baseline, setBaseline } = adopted;
  const fields = fieldsOf(form);
  const currentFile = toFile(fields, form);
  const isLeaving = useIsLeaving();
  const take = (path: string, theirs: unknown) => {
    const file = withValueAt(currentFile, path, theirs);
    setForm(toForm(fields, file));
  };
  const fieldsView = (errors: ActionReply['errors']) => (
    <FieldsView fields={fields} values={form} onChange={setForm} path="" errors={errors ?? []} />
  );
  if (disabled)
    return (
      <OnlyShown value={true}>
        <fieldset disabled className="grid min-w-0 gap-4">
          {fieldsView([])}
        </fieldset>
        {children?.(currentFile)}
      </OnlyShown>
    );
  return (
    <StoreOfForm value={store}>
      <ActionForm
        call={call}
        submit={submit}
        {...(variant && { variant })}
        {...(draftable && { draftable })}
        onDone={(reply, sent) => {
          adopted.done(reply, JSON.parse(String(sent.get('now'))));
          onDone?.(reply);
        }}
      >
        {(reply) => (
          <>
            <input type="hidden" name={entity?.name ?? 'store'} value={entity?.uuid ?? store} />
            <input type="hidden" name="was" value={JSON.stringify(baseline)} />
            <input type="hidden" name="now" value={adopted.text} />
            <Conflicts reply={reply} fields={fields} baseline={baseline} onBaseline={setBaseline} onTake={take} />
            <div inert={isLeaving} className="grid min-w-0 gap-3">
              {fieldsView(reply?.errors)}
              {children?.(currentFile)}
            </div>
          </>
        )}
      </ActionForm>
    </StoreOfForm>
  );
}

type ConflictsProps = {
  reply: ActionReply | undefined;
  fields: readonly Field[];
  baseline: Values;
  onBaseline: (baseline: Values) => void;
  onTake: (path: string, theirs: unknown) => void;
};

/** What another person saved meanwhile: saving again replaces it knowingly. */
export function Conflicts({ reply, fields, baseline, onBaseline, onTake }: ConflictsProps) {
  const conflicts = reply?.ok ? [] : ((reply?.details as { conflicts?: Conflict[] } | undefined)?.conflicts ?? []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each reply
  useEffect(() => {
    if (conflicts.length > 0)
      onBaseline(conflicts.reduce((values, { field, theirs }) => withValueAt(values, field, theirs), baseline));
  }, [reply]);
  if (conflicts.length === 0) return null;
  return (
    <ul className="grid gap-2 rounded-sm bg-warning-wash p-3 text-sm text-warning">
      {conflicts.map(({ field, theirs }) => (
        <li key={field} className="flex flex-wrap items-center gap-2">
          <span className="min-w-0">
            {fieldAt(fields, field)?.label ?? field}: בינתיים נשמר{' '}
            <bdi className="font-semibold break-words">{shortly(theirs)}</bdi>
          </span>
          <Button
            variant="secondary"
            size="sm"
            onClick={() => onTake(field, valueAt({ [field]: theirs }, field) ?? theirs)}
          >
            לקבל אותו
          </Button>
        </li>
      ))}
    </ul>
  );
}

function shortly(value: unknown): string {
  if (value === undefined || value === null || value === '') return 'ריק';
  if (Array.isArray(value)) return `רשימה של ${value.length}`;
  if (isRecord(value)) return 'ערכים אחרים';
  const text = String(value).replace(/<[^>]*>/g, ' ');
  return text.length > 120 ? `${text.slice(0, 119)}…` : text;
}
