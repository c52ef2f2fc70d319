import { EmailField } from '#ui/form/contact-fields.tsx';
import { TextField } from '#ui/form/field.tsx';

type Name = 'first_name' | 'last_name' | 'email';

/** `field`: that of a form whose schema has these names (`useForm`). */
export function PersonFields({ field }: { field: (name: Name) => { name: string } }) {
  return (
    <>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField label="שם פרטי" autoComplete="given-name" required maxLength={60} {...field('first_name')} />
        <TextField label="שם משפחה" autoComplete="family-name" required maxLength={60} {...field('last_name')} />
      </div>
      <EmailField {...field('email')} />
    </>
  );
}
