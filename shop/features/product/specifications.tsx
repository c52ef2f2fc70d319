import type { Product } from '#contract/catalogue/products.ts';
import { Accordion } from '#ui/accordion.tsx';
import { formatSpecification } from './format-specification.ts';
import { ProductSection } from './product-section.tsx';

const hebrew = /[א-ת]/;

/** Figures and Latin stay left to right inside Hebrew, also at the start of a value. */
export default function Specifications({ groups }: { groups: Product['specifications'] }) {
  if (groups.length === 0) return null;
  return (
    <ProductSection title="מפרט טכני">
      <div className="border-t border-line">
        {groups.map((group, index) => (
          <Accordion key={group.name} title={group.name} open={index === 0}>
            <dl className="grid gap-x-12 lg:grid-cols-2">
              {group.values.map((spec) => (
                <div key={spec.name} className="flex justify-between gap-6 border-b border-line py-2.5 last:border-b-0">
                  <dt className="max-w-3/5 shrink-0 text-ink-2">{spec.name}</dt>
                  <dd className="min-w-0 text-end font-medium wrap-anywhere">
                    <bdi dir={hebrew.test(spec.value + spec.unit) ? 'rtl' : 'auto'} className="tabular">
                      {formatSpecification(spec)}
                    </bdi>
                  </dd>
                </div>
              ))}
            </dl>
          </Accordion>
        ))}
      </div>
    </ProductSection>
  );
}
