import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { filterDefinitions } from '#domain/catalogue/filters.ts';
import { figureNames } from '#domain/catalogue/product-page/key-figures.ts';
import { specKinds } from '#domain/catalogue/product-page/spec-kinds.ts';
import { formatNumber } from '#domain/text/format.ts';
import { Panel } from '../../../components/panel.tsx';
import type { RowColumn } from '../../../components/rows/cell-field.tsx';
import { RowsForm } from '../../../components/rows/rows-form.tsx';
import type { ProductData } from '../product.tsx';

type ListName = Exclude<keyof ProductData['lists'], 'relations'>;

const standardNames = [
  { value: 'yes', label: 'סטנדרטי' },
  { value: 'optional', label: 'אופציה' },
];

/** `short`: in the list of the page's parts. */
const lists: Record<ListName, { title: string; short?: string; columns: RowColumn[]; fresh?: Record<string, string> }> =
  {
    specs: {
      title: 'מפרט',
      columns: [
        { name: 'group', label: 'קבוצה', width: 9 },
        { name: 'name', label: 'שם', width: 10 },
        { name: 'value', label: 'ערך', width: 12 },
        { name: 'unit', label: 'יחידה', width: 6 },
      ],
    },
    safety: {
      title: 'בטיחות',
      columns: [
        { name: 'name', label: 'מערכת', width: 11 },
        { name: 'explanation', label: 'הסבר', kind: 'area' },
        { name: 'icon', label: 'סמל', dir: 'ltr', width: 7 },
        { name: 'standard', label: 'זמינות', kind: 'choice', options: standardNames, width: 7 },
      ],
      fresh: { standard: 'yes' },
    },
    faq: {
      title: 'שאלות נפוצות',
      short: 'שאלות',
      columns: [
        { name: 'question', label: 'שאלה', kind: 'area' },
        { name: 'answer', label: 'תשובה', kind: 'area' },
      ],
    },
    meta: {
      title: 'ערכים לסינון ולחיפוש',
      short: 'סינון וחיפוש',
      columns: [
        { name: 'key', label: 'מסנן', dir: 'ltr', width: 10 },
        { name: 'value', label: 'ערך', width: 12 },
      ],
    },
  };

const metaNames: Record<string, string> = {
  ...Object.fromEntries(
    Object.entries(filterDefinitions)
      .filter(([key]) => key.startsWith('meta.'))
      .map(([key, { name }]) => [key.slice('meta.'.length), name]),
  ),
  ...figureNames,
};

/** Specifications, safety systems, questions and filter values, each a part of the page with a form of its own. */
export function listPanels(data: ProductData): { id: ListName; label: string; content: ReactNode }[] {
  const names = { ...metaNames, ...data.filterNames };
  return (Object.keys(lists) as ListName[]).map((name) => {
    const { title, short = title, columns: plain, fresh } = lists[name];
    const columns = plain.map((column) =>
      column.name === 'key' ? { ...column, names, suggestions: Object.keys(names) } : column,
    );
    const { rows, version } = data.lists[name];
    const content = (
      <Panel key={name} title={title}>
        {data.may.edit ? (
          <RowsForm
            call={name}
            columns={columns}
            rows={rows}
            version={version}
            {...(fresh && { fresh })}
            {...(name === 'specs' && {
              templates: data.templates.map(({ kind, rows: named }) => ({
                label: `לפי התבנית: ${specKinds[kind]} (${formatNumber(named.length)})`,
                rows: named.map((row) => ({ ...row, template: 'yes' })),
                same: ['group', 'name'],
              })),
              hidden: ['template'],
            })}
          >
            {name === 'specs' && (
              <p className="text-sm text-ink-3">
                שורה של התבנית שנשארה בלי ערך אינה נשמרת.{' '}
                <Link to={`/products/templates?kind=${data.templates[0]?.kind}`} className="text-action-ink underline">
                  לתבניות
                </Link>
              </p>
            )}
          </RowsForm>
        ) : (
          <ul className="grid gap-1">
            {rows.map((row) => (
              <li key={JSON.stringify(row)}>
                <bdi>
                  {columns
                    .map(({ name: column, names: called = {} }: RowColumn) => called[row[column] ?? ''] ?? row[column])
                    .filter(Boolean)
                    .join(' · ')}
                </bdi>
              </li>
            ))}
            {rows.length === 0 && <li className="text-ink-3">אין.</li>}
          </ul>
        )}
      </Panel>
    );
    return { id: name, label: short, content };
  });
}
