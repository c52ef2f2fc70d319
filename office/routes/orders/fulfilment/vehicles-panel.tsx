import { formatPlate } from '#domain/catalogue/vehicles/vehicle-numbers.ts';
import type { Fulfilment } from '#server/office/fulfilment/read-fulfilment.ts';
import { ActionDialog } from '../../../components/dialogs/action-dialog.tsx';
import { EditedFields } from '../../../components/edited-fields.tsx';
import { Facts, Panel } from '../../../components/panel.tsx';

type Unit = Fulfilment['vehicles'][number];

/** The vehicles of an order, one a piece, with the numbers that tell them apart. */
export function VehiclesPanel({ fulfilment: { vehicles, mayNumber } }: { fulfilment: Fulfilment }) {
  if (vehicles.length === 0) return null;
  return (
    <Panel title="כלי הרכב">
      <ul className="grid gap-4">
        {vehicles.map((vehicle) => (
          <li key={`${vehicle.line} ${vehicle.unit}`} className="grid gap-2">
            <div className="flex flex-wrap items-center justify-between gap-2">
              <span>
                <bdi className="font-semibold">{nameOf(vehicle, vehicles)}</bdi>
                {vehicle.isReturned && ' · הכסף הוחזר'}
              </span>
              {mayNumber && <NumbersDialog vehicle={vehicle} name={nameOf(vehicle, vehicles)} />}
            </div>
            {vehicle.chassis || vehicle.engine || vehicle.plate ? (
              <Facts
                facts={[
                  ['שלדה', vehicle.chassis && <Digits text={vehicle.chassis} />],
                  ['מנוע', vehicle.engine && <Digits text={vehicle.engine} />],
                  ['רישוי', vehicle.plate && <Digits text={formatPlate(vehicle.plate)} />],
                ]}
              />
            ) : (
              <p className="text-sm text-ink-3">עוד לא נרשמו מספרים.</p>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** With the piece's number, where there are several of one line. */
const nameOf = ({ line, name, unit }: Unit, all: Unit[]): string =>
  all.filter((one) => one.line === line).length > 1 ? `${name} (${unit})` : name;

const Digits = ({ text }: { text: string }) => (
  <bdi dir="ltr" className="font-mono break-all">
    {text}
  </bdi>
);

function NumbersDialog({ vehicle: { line, unit, chassis, engine, plate }, name }: { vehicle: Unit; name: string }) {
  return (
    <ActionDialog
      label={chassis ? 'שינוי מספרים' : 'רישום מספרים'}
      title={`מספרי הרכב: ${name}`}
      call="vehicle"
      submit="שמירה"
    >
      <input type="hidden" name="line" value={line} />
      <input type="hidden" name="unit" value={unit} />
      <EditedFields
        values={{ chassis, engine, plate }}
        fields={[
          { name: 'chassis', label: 'מספר שלדה', ltr: true, hint: '17 אותיות וספרות' },
          { name: 'engine', label: 'מספר מנוע', ltr: true },
          {
            name: 'plate',
            label: 'מספר רישוי',
            numeric: true,
            hint: 'חמש עד שמונה ספרות',
            show: (stored) => stored && formatPlate(stored),
          },
        ]}
      />
    </ActionDialog>
  );
}
