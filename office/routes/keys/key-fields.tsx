import { useState } from 'react';
import { permissions as permissionNames } from '#domain/people/permissions.ts';
import { CheckboxField, TextField } from '#ui/form/field.tsx';
import { DateField } from '../../components/fields/date-field.tsx';
import type { KeysData } from './keys.tsx';

/** What a key may, where, and for how long. */
export function KeyFields({ stores, permissions, days }: Pick<KeysData, 'stores' | 'permissions' | 'days'>) {
  const [refunds, setRefunds] = useState(false);
  return (
    <>
      <TextField
        label="שם"
        name="name"
        dir="rtl"
        autoComplete="off"
        required
        minLength={2}
        maxLength={60}
        hint="שם המערכת, כפי שיופיע ביומן השינויים. אי אפשר לשנות אותו אחר כך"
      />
      <fieldset className="grid sm:grid-cols-2">
        <legend className="text-sm font-medium text-ink-2">חנויות</legend>
        {stores.map(({ uuid, name }) => (
          <CheckboxField key={uuid} label={name} name="stores[]" value={uuid} defaultChecked={stores.length === 1} />
        ))}
      </fieldset>
      <fieldset className="grid sm:grid-cols-2">
        <legend className="text-sm font-medium text-ink-2">הרשאות</legend>
        {permissions.map((name) => (
          <CheckboxField
            key={name}
            label={permissionNames[name]}
            name="permissions[]"
            value={name}
            {...(name === 'orders.refund' && { onChange: (event) => setRefunds(event.target.checked) })}
          />
        ))}
      </fieldset>
      {refunds && (
        <TextField
          label="זיכוי של הזמנה, עד כמה שקלים"
          name="refund"
          inputMode="decimal"
          required
          hint="מעל הסכום הזה הקריאה נדחית, ואיש אינו מתבקש לאשר אותה"
        />
      )}
      <DateField label="בתוקף עד סוף היום" name="until" defaultValue={days.usual} required hint="לכל היותר שנתיים" />
    </>
  );
}
