import { Scale } from 'lucide-react';
import type { ProductPreview } from '#contract/catalogue/products.ts';
import { classNames } from '#ui/hooks/class-names.ts';
import { useToast } from '#ui/toasts.tsx';
import {
  addCompared,
  hasRoomFor,
  isThis,
  MAX_COMPARED,
  removeCompared,
  toCompared,
  useCompared,
} from './compared-list.ts';

type Props = {
  product: Pick<ProductPreview, 'slug' | 'name' | 'main_image'>;
  /** A variant's SKU or a configuration's code; without one it is about the vehicle, in whatever colour. */
  of?: string | undefined;
  /** Keeps what was put together, and gives its code; `null` where it can't be kept, after saying why. */
  save?: (() => Promise<string | null>) | undefined;
  className?: string;
};

/** Adds a vehicle to the comparison or removes it. Needs scripts, and is hidden without them. */
export default function CompareButton({ product, of, save, className }: Props) {
  const toast = useToast();
  const { name, slug } = product;
  const list = useCompared();
  const compared = !save && list.some((one) => isThis(one, { slug: slug.name, of }));
  async function toggle() {
    if (compared) return removeCompared(slug.name);
    if (!hasRoomFor(slug.name))
      return toast({
        kind: 'info',
        title: `אפשר להשוות עד ${MAX_COMPARED} דגמים`,
        text: 'הסירו דגם אחד כדי להוסיף אחר',
      });
    const which = save ? await save() : of;
    if (which !== null) addCompared(toCompared({ ...product, of: which }));
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
