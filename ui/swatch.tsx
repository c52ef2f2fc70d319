import { classNames } from './hooks/class-names.ts';
import { mediaUrl } from './picture.tsx';

type Value = { value: string; value_type: string };

const background = ({ value, value_type }: Value): string => {
  if (value_type === 'IMAGE') return `url(${mediaUrl(value, 160)}) center / cover`;
  const [one, two] = value.split('/');
  return two ? `linear-gradient(135deg, ${one} 50%, ${two} 50%)` : (one ?? '');
};

/** A round colour sample: one colour, two halves, or a picture. Decorative; its name is beside it or labels it. */
export const Swatch = ({ color, className }: { color: Value; className?: string }) => (
  <span
    aria-hidden
    className={classNames(
      'swatch inline-block size-5 shrink-0 rounded-full shadow-[inset_0_0_0_1px_var(--hairline)]',
      className,
    )}
    style={{ background: background(color) }}
  />
);

/** The strike-through of a sold-out option; its parent is `relative`. */
export const SoldOutMark = () => (
  <span
    aria-hidden
    className="swatch absolute inset-x-1 top-1/2 h-0.5 -rotate-45 rounded bg-ink shadow-[0_0_0_1.5px_white]"
  />
);
