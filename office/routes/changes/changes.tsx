import { actorKindNames, rowOperationNames, sourceName } from '#domain/text/change-names.ts';
import { tableName } from '#domain/text/field-names.ts';
import { COUNTED_ROWS, listChanges, type OperationRow } from '#server/office/changes/list-changes.ts';
import { tableGroups } from '#server/office/changes/reach.ts';
import { listViews } from '#server/office/views.ts';
import { ExportMenu } from '../../components/export/export-menu.tsx';
import { List, type ListColumn } from '../../components/list.tsx';
import {
  dayFilters,
  type ListFilter,
  ListFilters,
  type ListView,
  storeFilter,
} from '../../components/list-filters.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { Badge } from '../../components/panel.tsx';
import { Moment } from '../../components/shown-values.tsx';
import { load, queryOf } from '../../load.ts';
import { useShell } from '../../shell/shell.tsx';
import type { Route } from './+types/changes.ts';
import { FieldsInShort } from './logged-values.tsx';

export const loader = load(async (ctx, { request }: Route.LoaderArgs) => {
  const query = queryOf(request);
  return {
    page: await listChanges(ctx, query),
    views: await listViews(ctx, 'changes'),
    groups: Object.entries(tableGroups).map(([value, { name }]) => ({ value, label: name })),
    counted: COUNTED_ROWS,
  };
});

const columns = (countedRows: number, names: Record<string, string>): ListColumn<OperationRow>[] => [
  { key: 'at', label: 'מתי', cell: ({ at }) => <Moment at={at} /> },
  {
    key: 'actor',
    label: 'מי',
    cell: ({ actor, kind }) => (
      <div className="grid">
        <span className="font-semibold">
          <bdi>{kind === 'job' ? actorKindNames.job : actor}</bdi>
        </span>
        <span className="text-xs text-ink-3">{kind !== 'job' && actorKindNames[kind]}</span>
      </div>
    ),
  },
  {
    key: 'what',
    label: 'מה השתנה',
    cell: ({ table, row, operation, rows, ...values }) =>
      table && operation ? (
        <div className="grid min-w-56">
          <span>
            {tableName(table)} {row && !row.startsWith('{') && <bdi className="font-semibold">{row}</bdi>}
            {rows > 1 && (
              <span className="text-ink-3"> ועוד {rows >= countedRows ? `יותר מ־${countedRows}` : rows - 1}</span>
            )}
          </span>
          <span className="line-clamp-1 text-xs text-ink-3">
            {operation === 'update' ? (
              <FieldsInShort row={{ table, ...values }} names={names} />
            ) : (
              rowOperationNames[operation]
            )}
          </span>
        </div>
      ) : (
        <span className="text-ink-3">בלי שינוי ברשומות</span>
      ),
  },
  {
    key: 'source',
    label: 'מאיפה',
    cell: ({ source }) => <bdi className="text-xs text-ink-2">{sourceName(source)}</bdi>,
  },
  {
    key: 'reason',
    label: 'סיבה',
    cell: ({ reason }) => <span className="line-clamp-2 max-w-64">{reason || '–'}</span>,
  },
  {
    key: 'state',
    label: 'ביטול',
    cell: ({ undone_by, undoes }) =>
      undone_by ? <Badge tone="wait">בוטל</Badge> : undoes ? <Badge tone="info">ביטול</Badge> : null,
  },
];

const usualViews: ListView[] = [
  { name: 'הכול', query: '' },
  { name: 'צוות', query: 'kind=staff' },
  { name: 'פקודות', query: 'kind=command' },
  { name: 'ייבוא', query: 'kind=import' },
  { name: 'מוצרים ומחירים', query: 'what=products' },
  { name: 'משימות רקע', query: 'kind=job' },
];

export default function Changes({ loaderData: { page, views, groups, counted } }: Route.ComponentProps) {
  const { stores } = useShell();
  const filters: ListFilter[] = [
    { kind: 'text', name: 'who', label: 'מי' },
    {
      kind: 'choice',
      name: 'kind',
      label: 'דרך',
      options: Object.entries(actorKindNames).map(([value, label]) => ({ value, label })),
    },
    { kind: 'choice', name: 'what', label: 'מה', options: groups },
    storeFilter(stores),
    { kind: 'text', name: 'source', label: 'פקודה או מסך' },
    ...dayFilters,
  ];
  return (
    <>
      <PageHead title="יומן השינויים" actions={<ExportMenu path="/changes.csv" />} />
      <ListFilters
        list="changes"
        searchLabel="מק״ט, מוצר, קטגוריה, מבצע, חנות או מספר הזמנה"
        filters={filters}
        views={[...usualViews, ...views]}
      />
      <List
        label="שינויים"
        columns={columns(counted, page.names)}
        page={page}
        href={({ uuid }) => `/changes/${uuid}`}
        emptyAtFirst={{
          title: 'אין עדיין שינויים',
          text: 'כל מה שאנשי צוות, פקודות, ייבוא ומשימות רקע כותבים נרשם כאן: מי, מתי ומה היה קודם. שינוי אפשר לפתוח ולבטל.',
        }}
        empty={{ title: 'אין שינויים כאלה', text: 'כל מה שאנשי צוות, פקודות, ייבוא ומשימות רקע כותבים נרשם כאן.' }}
      />
    </>
  );
}
