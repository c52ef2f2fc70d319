import type { Product } from '#contract/catalogue/products.ts';
import { grouped } from './short-specs.ts';

const keys: [string, string, string][] = [
  ['engine_cc', 'נפח מנוע', 'סמ״ק'],
  ['power_hp', 'הספק', 'כ״ס'],
  ['power_kw', 'הספק', 'קו״ט'],
  ['range_km', 'טווח', 'ק״מ'],
  ['seats', 'מושבים', ''],
];

/** The three most important figures; nothing for fewer than two. */
export default function KeyFigures({ product }: { product: Product }) {
  const figures = keys.flatMap(([key, label, unit]) => {
    const value = product.meta.find((meta) => meta.key === key)?.value;
    return value ? [{ label, value: grouped(value, unit), unit }] : [];
  });
  if (product.licence_class && product.licence_class !== 'none')
    figures.push({ label: 'דרגת רישיון', value: product.licence_class, unit: '' });
  if (figures.length < 2) return null;
  return (
    <dl className="grid auto-cols-fr grid-flow-col gap-4 cramped:grid-flow-row border-y border-line py-4">
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
