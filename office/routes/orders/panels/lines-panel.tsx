import type { OrderPage, OrderPageLine } from '#server/office/orders/read-order.ts';
import { mediaUrl } from '#ui/picture.tsx';
import { Panel } from '../../../components/panel.tsx';
import { Money } from '../../../components/shown-values.tsx';

/** What was ordered, and what of it was sent or went back. */
export function LinesPanel({ page }: { page: OrderPage }) {
  const { order, lines, discounts } = page;
  return (
    <Panel title="פריטים">
      <ul className="grid gap-3">
        {lines.map((line) => (
          <LineRow key={line.uuid} line={line} />
        ))}
      </ul>
      <dl className="grid gap-1 border-t border-line pt-3 [&>div]:flex [&>div]:justify-between [&>div]:gap-4">
        <div>
          <dt className="text-ink-3">פריטים</dt>
          <dd>
            <Money agorot={order.linesAgorot} />
          </dd>
        </div>
        {discounts.map(({ uuid, saleName, couponCode, amountAgorot }) => (
          <div key={uuid}>
            <dt className="text-ink-3">
              {saleName}
              {couponCode && (
                <>
                  {' '}
                  (<bdi>{couponCode}</bdi>)
                </>
              )}
            </dt>
            <dd>
              <Money agorot={-amountAgorot} />
            </dd>
          </div>
        ))}
        <div>
          <dt className="text-ink-3">{order.deliveryName || 'מסירה'}</dt>
          <dd>{order.deliveryAgorot > 0 ? <Money agorot={order.deliveryAgorot} /> : 'ללא עלות'}</dd>
        </div>
        <div className="border-t border-line pt-1 font-semibold">
          <dt>סה״כ כולל מע״מ</dt>
          <dd>
            <Money agorot={order.totalAgorot} />
          </dd>
        </div>
      </dl>
    </Panel>
  );
}

/** From where its pieces are taken; nothing for what is at no branch. */
export function LinePlaces({ places }: { places: OrderPageLine['places'] }) {
  if (places.length === 0) return null;
  return (
    <span className="text-sm text-ink-2">
      מקום:{' '}
      {places.map(({ place, pieces }, at) => (
        <span key={place}>
          {at > 0 && ', '}
          <bdi>{place}</bdi>
          {places.length > 1 && ` (${pieces})`}
        </span>
      ))}
    </span>
  );
}

function LineRow({ line }: { line: OrderPageLine }) {
  const details = [...new Set([...line.values, ...line.choices.map(({ name }) => name)])];
  const marks = [line.shipped > 0 && `נשלחו ${line.shipped}`, line.refunded > 0 && `זוכו ${line.refunded}`].filter(
    Boolean,
  );
  return (
    <li className="flex items-start gap-3">
      {line.media ? (
        <img
          src={mediaUrl(line.media, 160)}
          alt=""
          className="h-14 w-18 shrink-0 rounded-sm bg-ground-2 object-contain"
        />
      ) : (
        <span className="h-14 w-18 shrink-0 rounded-sm bg-ground-3" />
      )}
      <div className="grid min-w-0 grow">
        <span className="font-semibold">{line.name}</span>
        <span className="text-sm text-ink-3">
          <bdi>{line.sku}</bdi>
          {details.map((detail) => (
            <span key={detail}>
              {' · '}
              <bdi>{detail}</bdi>
            </span>
          ))}
        </span>
        <LinePlaces places={line.places} />
        {marks.length > 0 && <span className="text-sm text-warning">{marks.join(' · ')}</span>}
      </div>
      <div className="grid shrink-0 text-end tabular-nums">
        <Money agorot={line.priceAgorot * line.quantity - line.discountAgorot} />
        <span className="text-sm text-ink-3">
          <Money agorot={line.priceAgorot} /> × {line.quantity}
        </span>
        {line.discountAgorot > 0 && (
          <span className="text-sm text-ink-3">
            הנחה <Money agorot={line.discountAgorot} />
          </span>
        )}
      </div>
    </li>
  );
}
