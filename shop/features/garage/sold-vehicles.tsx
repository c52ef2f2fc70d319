import { Form, useNavigation } from 'react-router';
import type { SoldVehicle } from '#contract/customers/own-vehicles.ts';
import { formatLongDate } from '#domain/text/format.ts';
import { Button } from '#ui/button.tsx';
import { useStopSecond } from '#ui/form/use-stop-second.ts';
import { passFocus } from '#ui/hooks/pass-focus.ts';
import { Link } from '#ui/link.tsx';
import { Way } from './leave-garage.tsx';

type Props = { vehicles: SoldVehicle[]; refused: string | undefined };

/** Vehicles that their owner has sold: each can be put back, or forgotten. */
export function SoldVehicles({ vehicles, refused }: Props) {
  const sentForm = useNavigation().formData;
  const stopSecond = useStopSecond(sentForm?.get('form') === 'keep');
  if (vehicles.length === 0) return null;
  return (
    <section aria-labelledby="sold-title" className="mt-10">
      <h2 id="sold-title" className="text-xl">
        נמכרו
      </h2>
      {refused && (
        <p role="alert" className="mt-3 font-semibold text-danger">
          {refused}
        </p>
      )}
      <ul className="mt-3 grid max-w-2xl divide-y divide-line">
        {vehicles.map(({ key, name, year, plate, sold_at, order }) => (
          <li key={key} ref={passFocus} className="grid gap-2 py-4">
            <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
              <div>
                <h3 className="font-semibold">
                  <bdi>{name}</bdi> {year && <span className="font-normal text-ink-2">{year}</span>}
                </h3>
                <p className="text-sm text-ink-2">
                  נמכר ב־{formatLongDate(sold_at)}
                  {plate && (
                    <>
                      , מספר רישוי שמסתיים ב־<bdi dir="ltr">{plate.slice(-3)}</bdi>
                    </>
                  )}
                </p>
                {order && (
                  <Link
                    to={`/personal-area/orders/order-details?id=${order.uuid}`}
                    className="inline-flex min-h-11 items-center text-sm text-action-ink underline underline-offset-4"
                  >
                    <span>
                      הזמנה <bdi dir="ltr">{order.number}</bdi>
                    </span>
                  </Link>
                )}
              </div>
              <Form method="post" onSubmit={stopSecond} preventScrollReset>
                <input type="hidden" name="form" value="keep" />
                <input type="hidden" name="vehicle" value={key} />
                <Button
                  type="submit"
                  variant="secondary"
                  size="sm"
                  busy={sentForm?.get('form') === 'keep' && sentForm.get('vehicle') === key}
                >
                  החזרה למוסך<span className="sr-only"> של {name}</span>
                </Button>
              </Form>
            </div>
            <Way form="remove" summary="מחיקה מהרשימה" submit="מחיקה" vehicle={key} refused={undefined} isFinal>
              הקילומטרים, הטיפולים והתאריכים יימחקו, ואי אפשר יהיה להחזיר אותם.
              {order && ' ההזמנה והחשבוניות נשארות בהזמנות שלכם.'}
            </Way>
          </li>
        ))}
      </ul>
    </section>
  );
}
