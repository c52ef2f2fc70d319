import type { Product } from '#contract/products.ts';
import { Accordion } from '~/ui/accordion.tsx';

/** Figures and Latin stay left to right among the Hebrew. */
export function Specifications({ groups }: { groups: Product['specifications'] }) {
  return (
    <div className="border-t border-line">
      {groups.map((group, index) => (
        <Accordion key={group.name} title={group.name} open={index === 0}>
          <dl className="grid gap-x-12 lg:grid-cols-2">
            {group.values.map((spec) => (
              <div key={spec.name} className="flex justify-between gap-6 border-b border-line py-2.5 last:border-b-0">
                <dt className="text-ink-2">{spec.name}</dt>
                <dd className="text-end font-medium">
                  <bdi className="tabular">{spec.value}</bdi>
                  {spec.unit && <bdi className="text-ink-3"> {spec.unit}</bdi>}
                </dd>
              </div>
            ))}
          </dl>
        </Accordion>
      ))}
    </div>
  );
}

const keys: [string, string, string][] = [
  ['engine_cc', 'נפח מנוע', 'סמ״ק'],
  ['power_hp', 'הספק', 'כ״ס'],
  ['power_kw', 'הספק', 'קו״ט'],
  ['range_km', 'טווח', 'ק״מ'],
  ['seats', 'מושבים', ''],
];

/** Three figures that one asks for first. */
export function KeyFigures({ product }: { product: Product }) {
  const figures = keys.flatMap(([key, label, unit]) => {
    const value = product.meta.find((meta) => meta.key === key)?.value;
    return value ? [{ label, value, unit }] : [];
  });
  if (product.licence_class && product.licence_class !== 'none')
    figures.push({ label: 'דרגת רישיון', value: product.licence_class, unit: '' });
  if (figures.length === 0) return null;
  return (
    <dl className="grid grid-cols-3 gap-4 border-y border-line py-4">
      {figures.slice(0, 3).map((figure) => (
        <div key={figure.label}>
          <dt className="text-xs text-ink-3">{figure.label}</dt>
          <dd className="text-xl font-bold">
            <bdi className="tabular">{figure.value}</bdi>{' '}
            {figure.unit && <span className="text-sm font-medium text-ink-2">{figure.unit}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
