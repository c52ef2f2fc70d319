import { readOrder } from '#server/office/orders/read-order.ts';
import { load } from '../../../load.ts';
import { LinePlaces } from '../panels/lines-panel.tsx';
import type { Route } from './+types/picking.ts';
import { PrintPage } from './print-page.tsx';

export const loader = load((ctx, { params }: Route.LoaderArgs) => readOrder(ctx, params));

/** What the warehouse takes from its shelves. */
export default function Picking({ loaderData: page }: Route.ComponentProps) {
  const { lines, order, courierRemarks } = page;
  return (
    <PrintPage page={page} title="רשימת ליקוט">
      <table className="office-table">
        <thead>
          <tr>
            <th scope="col">נאסף</th>
            <th scope="col">מק״ט</th>
            <th scope="col">פריט</th>
            <th scope="col" className="number">
              כמות
            </th>
          </tr>
        </thead>
        <tbody>
          {lines
            .map((line) => ({ ...line, left: line.quantity - line.shipped - line.refunded + line.refundedSent }))
            .filter(({ left }) => left > 0)
            .map((line) => (
              <tr key={line.uuid}>
                <td>
                  <span aria-hidden className="block size-6 rounded-sm border-2 border-line-strong" />
                </td>
                <td>
                  <bdi dir="ltr" className="font-mono">
                    {line.sku}
                  </bdi>
                </td>
                <td>
                  <bdi className="font-semibold">{line.name}</bdi>
                  <span className="block text-sm text-ink-2">
                    {[...line.values, ...line.choices.map(({ name }) => name)].filter(Boolean).join(' · ')}
                  </span>
                  <LinePlaces places={line.places} />
                </td>
                <td className="number text-lg font-bold">{line.left}</td>
              </tr>
            ))}
        </tbody>
      </table>
      {courierRemarks && (
        <p>
          <span className="text-ink-3">הערות לשליח: </span>
          <bdi>{courierRemarks}</bdi>
        </p>
      )}
      {order.remarks && (
        <p>
          <span className="text-ink-3">הערות להזמנה: </span>
          <bdi>{order.remarks}</bdi>
        </p>
      )}
      <p className="pt-6">נאסף על ידי: ____________________ בתאריך: ______________</p>
    </PrintPage>
  );
}
