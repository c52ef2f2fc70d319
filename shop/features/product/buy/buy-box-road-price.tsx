import { ChevronDown } from 'lucide-react';
import type { Product, Variant } from '#contract/catalogue/products.ts';
import { roadPrice } from '#domain/catalogue/road-price.ts';
import { Price } from '#ui/price.tsx';

/** The price on the road, which opens into its parts (docs/rules/vat.md). */
export default function RoadPrice({ product, variant }: { product: Product; variant: Variant }) {
  const fees = product.road_fees;
  const { price } = variant;
  if (fees.length === 0 || price === null) return null;
  // Vehicles without a licence class (mobility scooters, boats) aren't driven on roads; quads and tractors are
  // registered for tracks.
  const licensed = product.licence_class !== null && product.licence_class !== 'none';
  const onRoad = licensed && product.licence_class?.startsWith('A');
  const lines = [{ name: 'מחיר הדגם', note: 'כולל מע״מ', price }, ...fees];
  return (
    <details className="group rounded-md bg-ground-3/60">
      <summary className="flex min-h-12 list-none flex-wrap items-center gap-x-2 px-4 py-2 [&::-webkit-details-marker]:hidden">
        <span className="font-semibold">
          {onRoad ? 'מחיר על הכביש' : `מחיר כולל ${licensed ? 'רישוי ומסירה' : 'מסירה'}`}
        </span>
        <Price value={roadPrice(price, fees)} className="text-lg font-bold" />
        <ChevronDown
          aria-hidden
          className="ms-auto size-5 shrink-0 text-ink-3 transition-transform group-open:rotate-180"
        />
      </summary>
      <dl className="grid gap-2 px-4 pt-1 pb-4 text-sm">
        {lines.map((line) => (
          <div key={line.name} className="flex justify-between gap-4">
            <dt className="min-w-0">
              {line.name}
              {line.note && <span className="block text-xs text-ink-3">{line.note}</span>}
            </dt>
            <dd className="shrink-0 font-medium">
              <Price value={line.price} />
            </dd>
          </div>
        ))}
        <div className="mt-1 flex justify-between gap-4 border-t border-line pt-2 font-bold">
          <dt>סך הכול</dt>
          <dd className="shrink-0">
            <Price value={roadPrice(price, fees)} />
          </dd>
        </div>
      </dl>
      {licensed && (
        <p className="px-4 pb-4 text-xs text-ink-3">ביטוח חובה נרכש בנפרד{onRoad && ', והוא תנאי לעלייה לכביש'}.</p>
      )}
    </details>
  );
}
