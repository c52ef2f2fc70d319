import { useState } from 'react';
import { CheckboxField, SelectField } from '#ui/form/field.tsx';

type Choice = { uuid: string; name: string };

/** A role, and where it holds. */
export function RoleFields({ roles, stores }: { roles: Choice[]; stores: Choice[] }) {
  const [where, setWhere] = useState('all');
  return (
    <>
      <SelectField label="תפקיד" name="role" required defaultValue="">
        <option value="" disabled>
          בחרו תפקיד
        </option>
        {roles.map(({ uuid, name }) => (
          <option key={uuid} value={uuid}>
            {name}
          </option>
        ))}
      </SelectField>
      <SelectField label="איפה" name="where" required value={where} onChange={(event) => setWhere(event.target.value)}>
        <option value="all">בכל החנויות</option>
        <option value="some">בחנויות מסוימות</option>
      </SelectField>
      {where === 'some' && (
        <fieldset className="grid grid-cols-2">
          <legend className="text-sm font-medium text-ink-2">חנויות</legend>
          {stores.map(({ uuid, name }) => (
            <CheckboxField key={uuid} label={name} name="stores[]" value={uuid} />
          ))}
        </fieldset>
      )}
    </>
  );
}
