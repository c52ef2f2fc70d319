import { SelectField } from '#ui/form/field.tsx';
import { ActionForm } from '../action-form.tsx';

type Props = { label: string; owner: string | null; people: { uuid: string; name: string }[]; me: string };

/** Whose a matter is, by the page's call `assign`; an unassigned one offers the person who opens it first. */
export const OwnerForm = ({ label, owner, people, me }: Props) => (
  <ActionForm key={owner} call="assign" submit="שיוך" variant="secondary">
    <input type="hidden" name="was" value={owner ?? 'nobody'} />
    <SelectField label={label} name="owner" defaultValue={owner ?? me} required>
      <option value="nobody">אף אחד</option>
      {people.map(({ uuid, name }) => (
        <option key={uuid} value={uuid}>
          {name}
        </option>
      ))}
    </SelectField>
  </ActionForm>
);
