import type { OrderLine } from '#contract/checkout/orders.ts';
import { productPath } from '#domain/text/links.ts';
import { Link } from '#ui/link.tsx';
import { Picture } from '#ui/picture.tsx';
import { Price } from '#ui/price.tsx';
import { LineParts } from '../../cart/line-parts.tsx';
import { ReturnedPieces } from '../../order/parcels.tsx';

export function OwnOrderLines({ lines }: { lines: OrderLine[] }) {
  return (
    <ul className="grid gap-5">
      {lines.map((line) => (
        <li key={line.id} className="flex gap-4">
          <div className="grid w-24 shrink-0 place-items-center self-start overflow-hidden rounded-md bg-ground-2 sm:w-32">
            {line.image_url ? (
              <Picture
                image={{ image_url: line.image_url }}
                alt=""
                sizes="128px"
                className="aspect-4/3 object-contain p-1"
              />
            ) : (
              <span className="aspect-4/3 w-full" />
            )}
          </div>
          <div className="min-w-0 grow">
            <p className="font-semibold">
              {line.slug ? (
                <Link to={productPath(line.slug.name)} className="hover:underline">
                  <bdi>{line.name}</bdi>
                </Link>
              ) : (
                <bdi>{line.name}</bdi>
              )}
            </p>
            <LineParts types={line.types} choices={line.choices} price={line.price} />
            <p className="text-sm text-ink-3">
              מק״ט{' '}
              <bdi dir="ltr" className="whitespace-nowrap">
                {line.sku}
              </bdi>
            </p>
            <p className="text-sm text-ink-2">
              כמות: {line.quantity}
              {line.quantity > 1 && (
                <>
                  {' '}
                  × <Price value={line.price} />
                </>
              )}
              <ReturnedPieces line={line} />
            </p>
          </div>
          <Price value={line.price * line.quantity} className="shrink-0 font-semibold" />
        </li>
      ))}
    </ul>
  );
}
