import type { Product } from '#contract/catalogue/products.ts';
import { Rating } from './rating.tsx';
import { ReplacedNote } from './replaced-note.tsx';

/** Below the name: what buyers say (with the way to the reviews), what took its place, and the figures to choose by. */
export default function Facts({ product: { rating, replaced_by, key_figures } }: { product: Product }) {
  return (
    <>
      {rating && (
        <a href="#reviews" className="-my-3 flex min-h-11 w-fit items-center hover:underline [&>p]:mt-0">
          <Rating rating={rating} />
        </a>
      )}
      {replaced_by && <ReplacedNote by={replaced_by} />}
      <KeyFigures figures={key_figures} />
    </>
  );
}

/** The three most important ones; nothing for fewer than two. */
function KeyFigures({ figures }: { figures: Product['key_figures'] }) {
  if (figures.length < 2) return null;
  return (
    <dl className="grid auto-cols-fr grid-flow-col gap-4 cramped:grid-flow-row border-y border-line py-4">
      {figures.slice(0, 3).map(({ name, value, unit }) => (
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
