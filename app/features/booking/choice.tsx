import { Form, useSearchParams, useSubmit } from 'react-router';
import { type BookingService, serviceNames } from '#domain/booking.ts';
import { Button } from '~/ui/button.tsx';
import { SelectField } from '~/ui/field.tsx';

type Props = {
  offered: BookingService[];
  service: BookingService;
  branches: { uuid: string; key: string; name: string; city: string }[];
  branch: string;
};

/** What, and where. With scripts a choice counts at once; without, by the button. */
export function BookingChoice({ offered, service, branches, branch }: Props) {
  const submit = useSubmit();
  const product = useSearchParams()[0].get('product');
  return (
    <Form
      className="mt-8 grid items-end gap-4 sm:grid-cols-2"
      preventScrollReset
      onChange={(event) => submit(event.currentTarget, { preventScrollReset: true, replace: true })}
    >
      {product && <input type="hidden" name="product" value={product} />}
      <SelectField key={`service ${service}`} label="מה לתאם?" name="service" required defaultValue={service}>
        {offered.map((one) => (
          <option key={one} value={one}>
            {serviceNames[one]}
          </option>
        ))}
      </SelectField>
      <SelectField
        key={`branch ${branch}`}
        label="באיזה סניף?"
        name="branch"
        required
        defaultValue={branches.find(({ uuid }) => uuid === branch)?.key ?? ''}
      >
        <option value="" disabled>
          בחרו סניף
        </option>
        {branches.map(({ key, name, city }) => (
          <option key={key} value={key}>
            {name} ({city})
          </option>
        ))}
      </SelectField>
      <noscript>
        <Button type="submit" variant="secondary">
          הצגת המועדים
        </Button>
      </noscript>
    </Form>
  );
}
