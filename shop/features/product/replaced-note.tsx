import type { Successor } from '#contract/catalogue/products.ts';
import { productPath } from '#domain/text/links.ts';
import { Link } from '#ui/link.tsx';

/** `הוחלף ב־`: the way to what the maker delivers instead. */
export const ReplacedBy = ({ by }: { by: Successor }) => (
  <>
    הוחלף ב־
    <Link
      to={productPath(by.slug.name)}
      className="inline-flex min-h-6 items-center font-semibold text-action-ink underline underline-offset-4"
    >
      <bdi>{by.name}</bdi>
    </Link>
    {by.number && (
      <>
        , מק״ט{' '}
        <bdi dir="ltr" className="whitespace-nowrap">
          {by.number}
        </bdi>
      </>
    )}
  </>
);

/** On the page of a part that is delivered no more, and above what its number finds. */
export function ReplacedNote({ name, by }: { name?: string; by: Successor | null }) {
  if (!by) return null;
  return (
    <p className="rounded-lg bg-warning-wash px-4 py-3 text-ink">
      {name ? <bdi className="font-semibold">{name}</bdi> : 'החלק הזה'} <ReplacedBy by={by} />.
    </p>
  );
}
