import { type OptionGroup, optionName } from '#domain/catalogue/variants.ts';
import { variantQuery } from '#domain/text/links.ts';
import { classNames } from '#ui/hooks/class-names.ts';
import { Link } from '#ui/link.tsx';
import { SoldOutMark, Swatch } from '#ui/swatch.tsx';

/** Where the buttons lead while no size is chosen. */
export const SIZE_ID = 'size';

type Props = { groups: OptionGroup[]; sizeIsOpen: boolean; sizeGuide: string | null };

/** Each option is a link to that variant's page: works before scripts do, and can be shared. */
export function VariantLinks({ groups, sizeIsOpen, sizeGuide }: Props) {
  return groups.map((group) => {
    const isSize = group.type === 'SIZE';
    const isOpen = isSize && sizeIsOpen;
    const chosen = isOpen ? undefined : group.options.find((option) => option.chosen);
    return (
      <fieldset
        key={group.type}
        id={isSize ? SIZE_ID : undefined}
        tabIndex={isSize ? -1 : undefined}
        aria-describedby={isOpen ? 'size-error' : undefined}
        className="group grid scroll-mt-24 gap-2 focus:outline-none"
      >
        <legend className="mb-2 text-sm text-ink-2">
          {optionName(group.type)}:{' '}
          <strong className="font-semibold text-ink">{chosen?.value_name ?? 'לא נבחרה'}</strong>
        </legend>
        <div className="flex flex-wrap gap-2">
          {group.options.map((option) => (
            <Link
              key={option.value_name}
              to={variantQuery(option.sku, sizeIsOpen && !isSize)}
              replace
              preventScrollReset
              prefetch="none"
              aria-current={option === chosen || undefined}
              aria-label={`${optionName(group.type)}: ${option.value_name}${option.available ? '' : ', אזל מהמלאי'}`}
              title={option.value_name}
              className={
                group.type === 'COLOR' ? colorLook(option) : textLook({ ...option, chosen: option === chosen })
              }
            >
              {group.type === 'COLOR' ? <Swatch color={option} className="size-8" /> : <bdi>{option.value_name}</bdi>}
              {group.type === 'COLOR' && !option.available && <SoldOutMark />}
            </Link>
          ))}
        </div>
        {isOpen && (
          <p id="size-error" className="hidden font-medium text-danger group-target:block">
            בחרו מידה כדי להמשיך
          </p>
        )}
        {isSize && sizeGuide && (
          <Link
            to={sizeGuide}
            prefetch="none"
            className="inline-flex min-h-11 items-center justify-self-start text-sm font-semibold text-action-ink underline underline-offset-4"
          >
            מדריך מידות
          </Link>
        )}
      </fieldset>
    );
  });
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
