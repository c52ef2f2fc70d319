import { SelectField } from '#ui/form/field.tsx';
import { ActionForm } from '../action-form.tsx';

type Person = { uuid: string; name: string };

/**
 * Who can be chosen, with the present owner: one who has left since is kept by a form that is saved for something else.
 */
export const withOwner = (people: Person[], uuid: string | null, name: string | null): Person[] =>
  uuid === null || people.some((one) => one.uuid === uuid) ? people : [...people, { uuid, name: name ?? '' }];

type Props = { label: string; owner: string | null; ownerName: string | null; people: Person[]; me: string };

/** Whose a matter is, by the page's call `assign`; an unassigned one offers the person who opens it first. */
export const OwnerForm = ({ label, owner, ownerName, people, me }: Props) => (
  <ActionForm key={owner} call="assign" submit="שיוך" variant="secondary">
    <input type="hidden" name="was" value={owner ?? 'nobody'} />
    <SelectField label={label} name="owner" defaultValue={owner ?? me} required>
      <option value="nobody">אף אחד</option>
      {withOwner(people, owner, ownerName).map(({ uuid, name }) => (
        <option key={uuid} value={uuid}>
          {name}
        </option>
      ))}
    </SelectField>
  </ActionForm>
);
