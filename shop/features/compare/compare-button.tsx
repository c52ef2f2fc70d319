import { Scale } from 'lucide-react';
import type { ProductPreview } from '#contract/catalogue/products.ts';
import { classNames } from '#ui/hooks/class-names.ts';
import { useToast } from '#ui/toasts.tsx';
import { MOST_COMPARED, toCompared, toggleCompared, useCompared } from './chosen.ts';

/** Adds a vehicle to the comparison or removes it. Needs scripts, and is hidden without them. */
export default function CompareButton({ product, className }: { product: ProductPreview; className?: string }) {
  const toast = useToast();
  const { name, slug } = product;
  const compared = useCompared().some((one) => one.slug === slug.name);
  function toggle() {
    const done = toggleCompared(toCompared(product));
    if (!done)
      toast({ kind: 'info', title: `אפשר להשוות עד ${MOST_COMPARED} דגמים`, text: 'הסירו דגם אחד כדי להוסיף אחר' });
  }
  return (
    <button
      type="button"
      aria-pressed={compared}
      aria-label={`${name} – בהשוואה`}
      title={compared ? 'הסרה מההשוואה' : 'הוספה להשוואה'}
      onClick={toggle}
      className={classNames(
        'grid size-11 place-items-center rounded-full bg-clip-content p-1 transition-colors noscript:hidden',
        className,
        compared ? 'bg-ink! text-ground' : 'text-ink-2 hover:bg-ground hover:text-ink',
      )}
    >
      <Scale aria-hidden strokeWidth={1.75} className="size-5" />
    </button>
  );
}
