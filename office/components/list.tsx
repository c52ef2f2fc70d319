import { type ReactNode, type SyntheticEvent, useState } from 'react';
import { Cell, Checkbox, Column, Row, Table, TableBody, TableHeader } from 'react-aria-components';
import { Link, useSearchParams } from 'react-router';
import { formatCounted, formatNumber, MAX_COUNTED } from '#domain/text/format.ts';
import { buttonLook } from '#ui/button.tsx';
import { Empty } from '#ui/empty.tsx';
import { classNames } from '#ui/hooks/class-names.ts';
import { Money } from './shown-values.tsx';

export type ListColumn<T> = {
  key: string;
  label: string;
  /** Figures stand at the end of their column. */
  number?: boolean;
  cell: (row: T) => ReactNode;
};

type Props<T> = {
  /** What the list is of, for readers: ״הזמנות״. */
  label: string;
  columns: ListColumn<T>[];
  /** `sum_agorot`: of the whole list, where it has one; `null` where there are too many to add up. */
  page: { rows: T[]; next: string | null; total: number; sum_agorot?: number | null };
  /** Where a row leads. */
  href: (row: T) => string;
  /** What is said where the filters leave nothing; without `emptyAtFirst` also where there is nothing at all. */
  empty: { title: string; text: string };
  /** What is said where nothing was filtered: what the list is for, and what begins it. */
  emptyAtFirst?: { title: string; text: string; action?: ReactNode };
  /** Rows of the page that are chosen, by Space or their boxes; without it none can be. */
  selection?: ListSelection;
};

type ListSelection = {
  chosen: string[];
  choose: (uuids: string[]) => void;
  /** Whether all that the filters mean is chosen, on all pages. */
  whole: boolean;
  chooseWhole: (whole: boolean) => void;
};

/** More columns than these fit a tablet's width only as cards. */
const MAX_NARROW_COLUMNS = 5;

/**
 * A list of an office page: arrow keys move in it, Enter opens a row. Its state is the page's address: filters, and the
 * cursor of the page shown.
 */
export function List<T extends { uuid: string }>({
  label,
  columns,
  page,
  href,
  empty,
  emptyAtFirst,
  selection,
}: Props<T>) {
  const [search] = useSearchParams();
  if (page.rows.length === 0) {
    const { title, text, action } = isFiltered(search)
      ? { ...empty, action: undefined }
      : { ...empty, ...emptyAtFirst };
    return (
      <div className="panel">
        <Empty title={title} action={action}>
          {text}
        </Empty>
      </div>
    );
  }
  return (
    <div className="grid gap-3">
      {selection && <WholeChoice selection={selection} shown={page.rows.length} total={page.total} />}
      <div className="panel office-list">
        <Table
          aria-label={label}
          className={classNames('office-table office-cards', columns.length > MAX_NARROW_COLUMNS && 'wide')}
          {...(selection && {
            selectionMode: 'multiple',
            selectedKeys: selection.chosen,
            onSelectionChange: (keys) =>
              selection.choose(keys === 'all' ? page.rows.map(({ uuid }) => uuid) : [...keys].map(String)),
          })}
        >
          <TableHeader>
            {selection && (
              <Column id="choice" className="choice">
                <ChoiceBox label="כל הדף" />
              </Column>
            )}
            {columns.map(({ key, label: name, number }, index) => (
              <Column key={key} id={key} isRowHeader={index === 0} className={number ? 'number' : ''}>
                {name}
              </Column>
            ))}
          </TableHeader>
          <TableBody>
            {page.rows.map((row) => (
              <Row key={row.uuid} id={row.uuid} href={href(row)} className="cursor-pointer">
                {selection && (
                  <Cell className="choice">
                    <ChoiceBox />
                  </Cell>
                )}
                {columns.map(({ key, label: name, number, cell }, index) => (
                  <Cell key={key} className={classNames(index === 0 && 'head', number && 'number')}>
                    {index === 0 ? (
                      <RowLink to={href(row)}>{cell(row)}</RowLink>
                    ) : (
                      <>
                        {/* The column's head names the cell for readers. */}
                        <span aria-hidden className="card-label">
                          {name}
                        </span>
                        {cell(row)}
                      </>
                    )}
                  </Cell>
                ))}
              </Row>
            ))}
          </TableBody>
        </Table>
        {page.sum_agorot !== undefined && <Total count={page.total} agorot={page.sum_agorot} />}
      </div>
      <nav aria-label="דפי הרשימה" className="flex flex-wrap items-center gap-3 text-sm text-ink-3">
        {page.sum_agorot === undefined && <p role="status">{totalText(page.total)}</p>}
        <div className="ms-auto flex gap-2">
          {search.has('after') && (
            <Link to={withParam(search, 'after', null)} className={buttonLook({ variant: 'secondary', size: 'sm' })}>
              להתחלה
            </Link>
          )}
          {page.next && (
            <Link
              to={withParam(search, 'after', page.next)}
              className={buttonLook({ variant: 'secondary', size: 'sm' })}
            >
              הבאים
            </Link>
          )}
        </div>
      </nav>
    </div>
  );
}

const isFiltered = (search: URLSearchParams): boolean =>
  [...search].some(([name, value]) => name !== 'after' && value !== '');

/**
 * What is chosen of a list. What a filter or another page took out of sight is no longer chosen; all that the filters
 * mean is so only while they and the choice of the whole page stay.
 */
export function useChosen<T extends { uuid: string }>(rows: T[]) {
  const [search] = useSearchParams();
  const query = new URLSearchParams([...search].filter(([name]) => name !== 'after')).toString();
  const [uuids, setUuids] = useState<string[]>([]);
  const [wholeOf, setWholeOf] = useState<string | null>(null);
  const chosenRows = rows.filter(({ uuid }) => uuids.includes(uuid));
  const isWhole = wholeOf === query && chosenRows.length === rows.length;
  const choose = (next: string[]) => {
    setUuids(next);
    setWholeOf(null);
  };
  const selection: ListSelection = {
    chosen: chosenRows.map(({ uuid }) => uuid),
    choose,
    whole: isWhole,
    chooseWhole: (on) => setWholeOf(on ? query : null),
  };
  return { chosen: chosenRows, whole: isWhole, query, selection };
}

/** Once all of a page is chosen: the way to all that the filters mean. */
function WholeChoice({ selection, shown, total }: { selection: ListSelection; shown: number; total: number }) {
  const { chosen, whole, chooseWhole } = selection;
  if (chosen.length < shown || total <= shown) return null;
  const all = formatNumber(total);
  return (
    <p role="status" className="panel flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2 text-sm">
      {whole ? `נבחרו כל ${all} הרשומות של הסינון.` : `נבחרו כל ${formatNumber(shown)} הרשומות בדף.`}
      {total >= MAX_COUNTED ? (
        'כדי לבחור את כל הסינון, צמצמו אותו.'
      ) : (
        <button type="button" className="min-h-10 text-action-ink underline" onClick={() => chooseWhole(!whole)}>
          {whole ? 'לבחור רק את הדף' : `לבחור את כל ${all} הרשומות של הסינון`}
        </button>
      )}
    </p>
  );
}

/**
 * Of a row, or of all in the head. Its name is the table's own; `label` shows among cards, where the head has nothing
 * else.
 */
const ChoiceBox = ({ label }: { label?: string }) => (
  <Checkbox slot="selection" className="-m-2 flex w-fit cursor-pointer items-center gap-2 p-2">
    <span aria-hidden className="office-tick" />
    {label && (
      <span aria-hidden className="card-label">
        {label}
      </span>
    )}
  </Checkbox>
);

/** The last row: of the whole filtered list, not of the page. */
const Total = ({ count, agorot }: { count: number; agorot: number | null }) => (
  <p role="status" className="sticky start-0 flex flex-wrap gap-x-4 px-3 py-2.5 text-sm">
    <span className="text-ink-3">סה״כ</span>
    <span>{totalText(count)}</span>
    <span className="ms-auto font-semibold tabular-nums">
      {agorot === null ? (
        <span className="font-normal text-ink-3">צמצמו את הסינון כדי לראות סכום</span>
      ) : (
        <Money agorot={agorot} />
      )}
    </span>
  </p>
);

/**
 * The row's first cell is a real link: it works before the page's scripts have loaded, and opens in another tab. Its
 * presses are its own, or the row would follow them a second time.
 */
function RowLink({ to, children }: { to: string; children: ReactNode }) {
  const stop = (event: SyntheticEvent) => event.stopPropagation();
  return (
    <Link
      to={to}
      onPointerDown={stop}
      onMouseDown={stop}
      onKeyDown={(event) => event.key === 'Enter' && stop(event)}
      onClick={stop}
      className="hover:underline"
    >
      {children}
    </Link>
  );
}

const totalText = (total: number): string => (total === 1 ? 'רשומה אחת' : `${formatCounted(total)} רשומות`);

function withParam(search: URLSearchParams, name: string, value: string | null): string {
  const next = new URLSearchParams(search);
  if (value === null) next.delete(name);
  else next.set(name, value);
  return `?${next}`;
}
