import { Link } from 'react-router';
import { formatNumber } from '#domain/text/format.ts';
import { Tree } from '../../components/tree/tree.tsx';

export type TreeRow = { id: string; name: string; products: number; level: number };
type Listed = { uuid: string; name: string; products: number; parent: string | null };

/** As lines, each with those below it. */
export const toTreeRows = (all: Listed[], parent: string | null = null, level = 0): TreeRow[] =>
  all
    .filter((one) => one.parent === parent)
    .flatMap(({ uuid, name, products }) => [{ id: uuid, name, products, level }, ...toTreeRows(all, uuid, level + 1)]);

/** Each with its parent, in sequence. */
export function fromTreeRows(rows: TreeRow[]): [string, string | null][] {
  const open: string[] = [];
  return rows.map(({ id, level }) => {
    open[level] = id;
    return [id, level === 0 ? null : (open[level - 1] ?? null)];
  });
}

const countText = (products: number): string =>
  products === 0 ? 'אין מוצרים, לא מוצגת' : products === 1 ? 'מוצר אחד' : `${formatNumber(products)} מוצרים`;

type Props = { rows: TreeRow[]; onChange: (rows: TreeRow[]) => void; disabled: boolean };

/** A store's categories; each name leads to its page. */
export const CategoryTree = (props: Props) => (
  <Tree
    {...props}
    label="קטגוריות"
    hint="הזזה: בגרירה, בכפתורים, או על השם ב־Alt עם חץ: למעלה, למטה, שמאלה לתוך הקודמת, ימינה החוצה."
    name={({ id, products }, { children, ...name }) => (
      <Link
        to={`/categories/${id}`}
        {...name}
        className="flex min-h-11 min-w-40 grow flex-wrap content-center items-baseline gap-x-3 px-2 hover:underline"
      >
        {children}
        <span className="text-sm text-ink-3">{countText(products)}</span>
      </Link>
    )}
  />
);
