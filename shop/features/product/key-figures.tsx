import type { Product } from '#contract/catalogue/products.ts';

/** The three most important figures; nothing for fewer than two. */
export default function KeyFigures({ product: { key_figures } }: { product: Product }) {
  if (key_figures.length < 2) return null;
  return (
    <dl className="grid auto-cols-fr grid-flow-col gap-4 cramped:grid-flow-row border-y border-line py-4">
      {key_figures.slice(0, 3).map(({ name, value, unit }) => (
        <div key={name}>
          <dt className="text-xs text-ink-3">{name}</dt>
          <dd className="text-xl font-bold">
            <bdi className="tabular">{value}</bdi>{' '}
            {unit && <span className="text-sm font-medium text-ink-2">{unit}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
