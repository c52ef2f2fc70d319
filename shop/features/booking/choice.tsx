import { MapPin } from 'lucide-react';
import { Form, useSearchParams, useSubmit } from 'react-router';
import type { BookingNames, BookingService } from '#domain/calendar/booking.ts';
import { Button } from '#ui/button.tsx';
import { SelectField } from '#ui/form/field.tsx';
import { useInStep } from '#ui/form/use-in-step.ts';
import { Link } from '#ui/link.tsx';

type BranchChoice = { uuid: string; key: string; name: string; city: string; address: string; region: string };
type Props = {
  offered: BookingService[];
  service: BookingService;
  names: BookingNames;
  branches: BranchChoice[];
  branch: string;
};

/** Service and branch. With scripts a choice applies at once, otherwise by the button. */
export function BookingChoice({ offered, service, names, branches, branch }: Props) {
  const submit = useSubmit();
  const search = useSearchParams()[0];
  const chosenKey = branches.find(({ uuid }) => uuid === branch)?.key ?? '';
  const serviceField = useInStep<HTMLSelectElement>(service);
  const branchField = useInStep<HTMLSelectElement>(chosenKey);
  return (
    <Form
      className="mt-8 grid items-end gap-4 sm:grid-cols-2"
      preventScrollReset
      onChange={(event) => submit(event.currentTarget, { preventScrollReset: true, replace: true })}
    >
      {['product', 'vehicle'].map((name) => {
        const value = search.get(name);
        return value && <input key={name} type="hidden" name={name} value={value} />;
      })}
      <SelectField ref={serviceField} label="מה לתאם?" name="service" required defaultValue={service}>
        {offered.map((one) => (
          <option key={one} value={one}>
            {names[one].name}
          </option>
        ))}
      </SelectField>
      <SelectField ref={branchField} label="באיזה סניף?" name="branch" required defaultValue={chosenKey}>
        <option value="" disabled>
          בחרו סניף
        </option>
        {[...new Set(branches.map(({ region }) => region))].map((region) => (
          <optgroup key={region} label={region}>
            {branches
              .filter((one) => one.region === region)
              .map(({ key, name }) => (
                <option key={key} value={key}>
                  {name}
                </option>
              ))}
          </optgroup>
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

/** All branches as links, until one is chosen. */
export function BranchLinks({ service, branches }: Pick<Props, 'service' | 'branches'>) {
  const [search] = useSearchParams();
  const keptParameters = [...search].filter(([name]) => name === 'product' || name === 'vehicle');
  const to = (branch: string): string =>
    `/booking?${new URLSearchParams([['service', service], ['branch', branch], ...keptParameters])}`;
  return (
    <ul className="mt-6 grid gap-3 sm:grid-cols-2">
      {branches.map(({ key, name, address, city }) => (
        <li key={key}>
          <Link
            to={to(key)}
            preventScrollReset
            className="flex h-full items-start gap-3 rounded-lg bg-ground-2 p-4 hover:bg-ground-3"
          >
            <MapPin aria-hidden className="mt-1 size-5 shrink-0 text-action-ink" />
            <span>
              <bdi className="block font-semibold">{name}</bdi>
              <span className="text-sm text-ink-2">
                {address}, {city}
              </span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
