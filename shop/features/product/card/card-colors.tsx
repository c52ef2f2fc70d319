import { useId } from 'react';
import type { ProductPreview } from '#contract/catalogue/products.ts';
import { classNames } from '#ui/hooks/class-names.ts';
import { Swatch } from '#ui/swatch.tsx';

type Color = ProductPreview['variant_colors'][number];
type Props = { colors: Color[]; shown: string | undefined; onShow: (color: Color) => void; className?: string };

/** Further colours are on the product's page. */
const MAX_SHOWN = 5;

/** Swatches that change a card's picture: by pointing, tapping, and the arrow keys as one tab stop. */
export function CardColors({ colors, shown, onShow, className }: Props) {
  const name = useId();
  if (colors.length < 2) return null;
  return (
    <fieldset
      className={classNames(
        'relative z-10 -ms-0.5 flex w-fit max-w-full min-w-0 flex-wrap items-center sm:-ms-1 noscript:hidden',
        className,
      )}
    >
      <legend className="sr-only">צבעים</legend>
      {colors.slice(0, MAX_SHOWN).map((color) => (
        <label
          key={color.value_name}
          title={color.available ? color.value_name : `${color.value_name} – אזל מהמלאי`}
          className="group/swatch grid h-11 w-7 place-items-center sm:w-8"
          onPointerEnter={(event) => event.pointerType === 'mouse' && onShow(color)}
        >
          <input
            type="radio"
            name={name}
            className="peer sr-only"
            aria-label={color.available ? color.value_name : `${color.value_name}, אזל מהמלאי`}
            checked={color.value_name === shown}
            onChange={() => onShow(color)}
          />
          <span className={classNames('card-color', !color.available && 'sold-out')}>
            <Swatch color={color} className="size-4.5" />
          </span>
        </label>
      ))}
      {colors.length > MAX_SHOWN && (
        <span className="ps-1 text-xs text-ink-3">
          <bdi dir="ltr">+{colors.length - MAX_SHOWN}</bdi>
          <span className="sr-only"> צבעים נוספים</span>
        </span>
      )}
    </fieldset>
  );
}
