import { X } from 'lucide-react';
import { IconButton } from '#ui/button.tsx';
import type { Names } from './callout-fields.tsx';
import type { Vehicle } from './diagram-state.ts';
import { PartSearch } from './part-search.tsx';

type Props = {
  vehicles: Vehicle[];
  names: Names;
  disabled: boolean;
  error: string | undefined;
  onName: (slug: string, named: Names[string]) => void;
  onChange: (vehicles: Vehicle[]) => void;
};

/** Which vehicles are built so, and in which years. */
export function VehiclesFields({ vehicles, names, disabled, error, onName, onChange }: Props) {
  const nameOf = (slug: string) => names[slug]?.name ?? slug;
  const change = (slug: string, changed: Partial<Vehicle>) =>
    onChange(vehicles.map((one) => (one.vehicle === slug ? { ...one, ...changed } : one)));
  const last = vehicles.at(-1);
  return (
    <fieldset disabled={disabled} className="grid min-w-0 gap-2">
      <legend className="mb-2 text-sm font-medium text-ink-2">דגמים ושנים</legend>
      {vehicles.length === 0 && <p className="text-sm text-ink-3">בלי דגם אין איפה להציג את השרטוט.</p>}
      <ul aria-label="דגמים" className="grid gap-2">
        {vehicles.map(({ vehicle, from, to }) => (
          <li key={vehicle} className="grid grid-cols-[minmax(0,1fr)_auto_auto] items-center gap-2">
            <bdi className="min-w-0">{nameOf(vehicle)}</bdi>
            <span dir="ltr" className="flex items-center gap-1">
              <input
                className="office-field min-h-11"
                style={{ inlineSize: '5rem' }}
                inputMode="numeric"
                maxLength={4}
                aria-label={`${nameOf(vehicle)}: משנה`}
                value={from}
                onChange={(event) => change(vehicle, { from: event.currentTarget.value })}
              />
              –
              <input
                className="office-field min-h-11"
                style={{ inlineSize: '5rem' }}
                inputMode="numeric"
                maxLength={4}
                aria-label={`${nameOf(vehicle)}: עד שנה`}
                value={to}
                onChange={(event) => change(vehicle, { to: event.currentTarget.value })}
              />
            </span>
            {!disabled && (
              <IconButton
                label={`להסיר את ${nameOf(vehicle)}`}
                onClick={() => onChange(vehicles.filter((one) => one.vehicle !== vehicle))}
              >
                <X aria-hidden className="size-4.5" />
              </IconButton>
            )}
          </li>
        ))}
      </ul>
      {!disabled && (
        <PartSearch
          label="הוספת דגם"
          kind="vehicle"
          onChoose={(addition) => {
            if (!addition) return;
            onName(addition.slug, { name: addition.name, sku: addition.sku });
            if (vehicles.some(({ vehicle }) => vehicle === addition.slug)) return;
            onChange([...vehicles, { vehicle: addition.slug, from: last?.from ?? '', to: last?.to ?? '' }]);
          }}
        />
      )}
      {error && <p className="text-sm text-danger">{error}</p>}
    </fieldset>
  );
}
