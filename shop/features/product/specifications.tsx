import type { Product, SpecGroup } from '#contract/catalogue/products.ts';
import { Accordion } from '#ui/accordion.tsx';
import { Fold } from '#ui/narrow/fold.tsx';
import { formatSpecification } from './format-specification.ts';
import { ProductSection } from './product-section.tsx';

const hebrew = /[א-ת]/;

/**
 * In groups that open; the first one is open where there is room. Figures and Latin stay left to right inside Hebrew,
 * also at the start of a value.
 */
export default function Specifications({ groups }: { groups: Product['specifications'] }) {
  if (groups.length === 0) return null;
  return (
    <ProductSection id="specifications" title="מפרט טכני">
      <div className="border-t border-line">
        {groups.map((group, index) =>
          index === 0 ? (
            <Fold
              key={group.name}
              until="lg"
              title={<span className="text-lg">{group.name}</span>}
              className="border-b border-line"
            >
              <h3 className="py-3 text-lg max-lg:hidden">{group.name}</h3>
              <Lines group={group} />
            </Fold>
          ) : (
            <Accordion key={group.name} title={group.name}>
              <Lines group={group} />
            </Accordion>
          ),
        )}
      </div>
    </ProductSection>
  );
}

const Lines = ({ group }: { group: SpecGroup }) => (
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
);
