import { formatPlate } from '#domain/catalogue/vehicles/vehicle-numbers.ts';
import { readFulfilment } from '#server/office/fulfilment/read-fulfilment.ts';
import { readOrder } from '#server/office/orders/read-order.ts';
import { ScrollTable } from '../../../components/scroll-table.tsx';
import { load } from '../../../load.ts';
import type { Route } from './+types/handover.ts';
import { DueAtHandover } from './due-at-handover.tsx';
import { PrintPage } from './print-page.tsx';

export const loader = load(async (ctx, { params }: Route.LoaderArgs) => ({
  page: await readOrder(ctx, params),
  fulfilment: await readFulfilment(ctx, params),
}));

/** What the buyer signs when taking the vehicle. */
export default function Handover({ loaderData: { page, fulfilment } }: Route.ComponentProps) {
  const vehicles = fulfilment.vehicles.filter(({ isReturned }) => !isReturned);
  return (
    <PrintPage page={page} title="טופס מסירה">
      <ScrollTable>
        <thead>
          <tr>
            <th scope="col">רכב</th>
            <th scope="col">שלדה</th>
            <th scope="col">מנוע</th>
            <th scope="col">רישוי</th>
          </tr>
        </thead>
        <tbody>
          {vehicles.map(({ line, unit, name, chassis, engine, plate }) => (
            <tr key={`${line} ${unit}`}>
              <td>
                <bdi>{name}</bdi>
              </td>
              {[chassis, engine, plate && formatPlate(plate)].map((text, at) => (
                <td key={['chassis', 'engine', 'plate'][at]}>
                  <bdi dir="ltr" className="font-mono">
                    {text || '______________'}
                  </bdi>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </ScrollTable>
      <ol className="grid gap-2">
        {fulfilment.steps.map(({ position, title, text, doneAt }) => (
          <li key={position} className="flex items-start gap-3">
            <span
              aria-hidden
              className="grid size-6 shrink-0 place-items-center rounded-sm border-2 border-line-strong"
            >
              {doneAt ? '✓' : ''}
            </span>
            <span>
              <strong>{title}</strong>
              <span className="block text-sm text-ink-2">{text}</span>
            </span>
          </li>
        ))}
      </ol>
      <DueAtHandover due={fulfilment.dueAtHandover} />
      <p>קיבלתי את הרכב, את המפתחות ואת מסמכי הרכב, לאחר שבדקתי אותם.</p>
      <div className="grid gap-6 pt-4 sm:grid-cols-2 print:grid-cols-2">
        <p>שם: ___________________________</p>
        <p>תעודת זהות: ____________________</p>
        <p>חתימה: ________________________</p>
        <p>תאריך: ________________________</p>
        <p>נמסר על ידי: ___________________</p>
        <p>חתימה: ________________________</p>
      </div>
    </PrintPage>
  );
}
