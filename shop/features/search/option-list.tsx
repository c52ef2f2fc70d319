import { ChevronLeft, FileText, History, Search } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatNumber, formatProducts } from '#domain/text/format.ts';
import { classNames } from '#ui/hooks/class-names.ts';
import { Link } from '#ui/link.tsx';
import { Picture } from '#ui/picture.tsx';
import { Price } from '#ui/price.tsx';
import type { Option, OptionGroup } from './options.ts';

type Props = { id: string; groups: OptionGroup[]; active: number; busy: boolean; onChoose: (option: Option) => void };

export const optionId = (list: string, index: number): string => `${list}-${index}`;

/** Listbox of a combobox: the focus stays in the text field, which points at one option. Options are links. */
export function OptionList({ id, groups, active, busy, onChoose }: Props) {
  return (
    <div id={id} role="listbox" aria-label="הצעות חיפוש" aria-busy={busy} className="pb-4">
      {groups.map((group) => (
        <div key={group.title} role="group" aria-label={group.title || 'כל התוצאות'} className="pt-2">
          {group.title && (
            <p aria-hidden className="px-5 pt-3 pb-1 text-sm font-semibold text-ink-3 md:px-7">
              {group.title}
            </p>
          )}
          {group.options.map((option) => (
            <Link
              key={option.to}
              id={optionId(id, option.index)}
              role="option"
              tabIndex={-1}
              aria-selected={option.index === active}
              to={option.to}
              className={classNames(
                'flex min-h-12 items-center gap-4 px-5 py-1 md:px-7',
                option.index === active ? 'bg-ground-3' : 'hover:bg-ground-2',
              )}
              onClick={() => onChoose(option)}
            >
              <Line option={option} />
            </Link>
          ))}
        </div>
      ))}
    </div>
  );
}

function Line({ option }: { option: Option }) {
  switch (option.kind) {
    case 'product':
      return (
        <>
          <Thumbnail image={option.product.image} />
          <NameAndNote
            name={option.product.name}
            note={
              <span className="text-ink-2">
                {option.product.starting_from && <span className="me-0.5 text-sm">החל מ־</span>}
                <Price value={option.product.price} className="font-semibold" />
              </span>
            }
          />
        </>
      );
    case 'category':
      return (
        <>
          <Thumbnail image={option.category.image} />
          <NameAndNote
            name={option.category.name}
            note={
              <span className="text-sm text-ink-3">
                {formatProducts(option.category.products_count, option.category.kind)}
              </span>
            }
          />
        </>
      );
    case 'article':
      return (
        <>
          <FileText aria-hidden className="size-5 shrink-0 text-ink-3" />
          <bdi>{option.title}</bdi>
        </>
      );
    case 'search':
      return (
        <>
          {option.recent ? (
            <History aria-hidden className="size-5 shrink-0 text-ink-3" />
          ) : (
            <Search aria-hidden className="size-5 shrink-0 text-ink-3" />
          )}
          <bdi>{option.search}</bdi>
        </>
      );
    case 'all':
      return (
        <span className="inline-flex items-center gap-1 font-semibold text-action-ink">
          לכל <bdi dir="ltr">{`${formatNumber(option.total)}${option.atLeast ? '+' : ''}`}</bdi> התוצאות{' '}
          <ChevronLeft aria-hidden className="size-5" />
        </span>
      );
  }
}

/** Side by side, or with large letters one below the other. */
const NameAndNote = ({ name, note }: { name: string; note: ReactNode }) => (
  <span className="flex min-w-0 grow flex-wrap items-baseline gap-x-4">
    <span className="min-w-0 grow basis-24 font-semibold text-balance">
      <bdi>{name}</bdi>
    </span>
    {note}
  </span>
);

function Thumbnail({ image }: { image: { image_url: string; width: number; height: number } | null }) {
  if (!image) return <span className="h-12 w-16 shrink-0" />;
  return <Picture cut image={image} alt="" sizes="64px" className="h-12 w-16 shrink-0 object-contain" />;
}
