import type { StockRow } from '#server/office/stock/list-stock.ts';
import { Badge } from '../../components/panel.tsx';

type Of = Pick<StockRow, 'stock' | 'low_stock' | 'warehouse' | 'branches'>;

const isLow = (pieces: number, low: number | null): boolean => low !== null && pieces <= low;

/** Where the pieces are, in a line; nothing of what is at no branch and not low. */
export function SplitLine({ row: { stock, low_stock, warehouse, branches } }: { row: Of }) {
  const shownBranches = branches.filter(({ pieces, low }) => pieces > 0 || isLow(pieces, low));
  return (
    <>
      {shownBranches.length > 0 && (
        <span className="text-sm text-ink-2">
          מחסן מרכזי <bdi>{warehouse}</bdi>
          {shownBranches.map(({ uuid, name, pieces, low }) => (
            <span key={uuid}>
              {' · '}
              <bdi>{name}</bdi>&nbsp;<bdi>{pieces}</bdi>
              {isLow(pieces, low) && <span className="text-warning"> (הגיע לסף {low})</span>}
            </span>
          ))}
        </span>
      )}
      {isLow(stock, low_stock) && <span className="text-sm text-warning">הגיע לסף {low_stock}</span>}
    </>
  );
}

/** Where the pieces are, and from how many on each place is low. */
export function SplitTable({ row: { stock, low_stock, warehouse, branches } }: { row: Of }) {
  const rows = [
    ...(branches.length > 0 ? [{ uuid: 'warehouse', name: 'מחסן מרכזי', pieces: warehouse, low: null }] : []),
    ...branches,
    { uuid: 'all', name: 'סך הכול', pieces: stock, low: low_stock },
  ];
  return (
    <table className="office-table">
      <thead>
        <tr>
          <th scope="col">מקום</th>
          <th scope="col" className="number">
            יחידות
          </th>
          <th scope="col" className="number">
            סף
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ uuid, name, pieces, low }) => (
          <tr key={uuid} className={uuid === 'all' ? 'font-semibold' : undefined}>
            <th scope="row" className="font-normal">
              <bdi>{name}</bdi>
            </th>
            <td className="number">{pieces}</td>
            <td className="number">{isLow(pieces, low) ? <Badge tone="wait">{`עד ${low}`}</Badge> : (low ?? '–')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
