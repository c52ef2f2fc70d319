import { type OptionGroup, optionName } from '#domain/catalogue/variants.ts';
import { classNames } from '#ui/hooks/class-names.ts';
import { Link } from '#ui/link.tsx';
import { SoldOutMark, Swatch } from '#ui/swatch.tsx';

/** Each option is a link to that variant's page: works before scripts do, and can be shared. */
export function VariantPicker({ groups, sizeGuide }: { groups: OptionGroup[]; sizeGuide: string | null }) {
  return groups.map((group) => (
    <fieldset key={group.type} className="grid gap-2">
      <legend className="mb-2 text-sm text-ink-2">
        {optionName(group.type)}:{' '}
        <strong className="font-semibold text-ink">{group.options.find((option) => option.chosen)?.value_name}</strong>
      </legend>
      <div className="flex flex-wrap gap-2">
        {group.options.map((option) => (
          <Link
            key={option.value_name}
            to={`?variant=${encodeURIComponent(option.sku)}`}
            replace
            preventScrollReset
            prefetch="none"
            aria-current={option.chosen || undefined}
            aria-label={`${optionName(group.type)}: ${option.value_name}${option.available ? '' : ', אזל מהמלאי'}`}
            title={option.value_name}
            className={group.type === 'COLOR' ? colorLook(option) : textLook(option)}
          >
            {group.type === 'COLOR' ? <Swatch color={option} className="size-8" /> : <bdi>{option.value_name}</bdi>}
            {group.type === 'COLOR' && !option.available && <SoldOutMark />}
          </Link>
        ))}
      </div>
      {group.type === 'SIZE' && sizeGuide && (
        <Link
          to={sizeGuide}
          prefetch="none"
          className="inline-flex min-h-11 items-center justify-self-start text-sm font-semibold text-action-ink underline underline-offset-4"
        >
          מדריך מידות
        </Link>
      )}
    </fieldset>
  ));
}

type Look = { chosen: boolean; available: boolean };

const colorLook = ({ chosen }: Look) =>
  classNames(
    'relative grid size-11 place-items-center rounded-full transition-shadow',
    chosen ? 'shadow-[inset_0_0_0_2px_var(--ink)]' : 'hover:shadow-[inset_0_0_0_2px_var(--line-strong)]',
  );

const textLook = ({ chosen, available }: Look) =>
  classNames(
    'relative grid min-h-11 min-w-11 place-items-center rounded-md px-3 font-medium',
    chosen
      ? 'shadow-[inset_0_0_0_2px_var(--ink)]'
      : available && 'shadow-[inset_0_0_0_1px_var(--line-strong)] hover:shadow-[inset_0_0_0_1px_var(--ink)]',
    !available && 'border border-dashed border-ink-3 text-ink-3',
  );
