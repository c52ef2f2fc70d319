import { promotionStateNames, saleKindNames } from '#domain/money/promotion-kinds.ts';
import { formatDate, formatNumber } from '#domain/text/format.ts';
import { listPromotions, type PromotionRow } from '#server/office/promotions/list-promotions.ts';
import { ButtonLink } from '#ui/button.tsx';
import { ExportMenu } from '../../components/export/export-menu.tsx';
import { List, type ListColumn } from '../../components/list.tsx';
import { ListFilters } from '../../components/list-filters.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { Badge } from '../../components/panel.tsx';
import { Money } from '../../components/shown-values.tsx';
import { load, queryOf } from '../../load.ts';
import { useShell } from '../../shell/shell.tsx';
import type { Route } from './+types/promotions.ts';
import { promotionTones } from './promotion-fields.ts';

export const loader = load(async (ctx, { request }: Route.LoaderArgs) => ({
  page: await listPromotions(ctx, queryOf(request)),
}));

/** The last day of a promotion; `ends_at` is the first moment without it. */
const lastDay = (ends: Date | string): string => formatDate(new Date(new Date(ends).getTime() - 1));

const columns: ListColumn<PromotionRow>[] = [
  {
    key: 'name',
    label: 'מבצע',
    cell: ({ name, kind, by_coupon, codes }) => (
      <div className="grid">
        <bdi className="font-semibold">{name}</bdi>
        <span className="text-xs text-ink-3">
          {saleKindNames[kind]}
          {by_coupon && ` · ${codes === 1 ? 'קוד אחד' : `${formatNumber(codes)} קודים`}`}
        </span>
      </div>
    ),
  },
  { key: 'store', label: 'חנות', cell: ({ store }) => store },
  {
    key: 'state',
    label: 'מצב',
    cell: ({ state }) => <Badge tone={promotionTones[state]}>{promotionStateNames[state]}</Badge>,
  },
  {
    key: 'dates',
    label: 'מועדים',
    cell: ({ starts_at, ends_at }) => (
      <bdi className="whitespace-nowrap">
        {starts_at || ends_at
          ? `${starts_at ? formatDate(starts_at) : 'מאז ומתמיד'} עד ${ends_at ? lastDay(ends_at) : 'שייעצר'}`
          : 'תמיד'}
      </bdi>
    ),
  },
  { key: 'priority', label: 'עדיפות', number: true, cell: ({ priority }) => formatNumber(priority) },
  {
    key: 'uses',
    label: 'נוצל',
    number: true,
    cell: ({ uses, uses_limit }) => (
      <bdi>{uses_limit === null ? formatNumber(uses) : `${formatNumber(uses)} מתוך ${formatNumber(uses_limit)}`}</bdi>
    ),
  },
  { key: 'cost', label: 'הנחות עד כה', number: true, cell: ({ cost_agorot }) => <Money agorot={cost_agorot} /> },
];

const optionsOf = (names: Record<string, string>) => Object.entries(names).map(([value, label]) => ({ value, label }));

export default function Promotions({ loaderData: { page } }: Route.ComponentProps) {
  const { stores, permissions } = useShell();
  return (
    <>
      <PageHead
        title="מבצעים"
        actions={
          <>
            {permissions.includes('promotions.edit') && (
              <ButtonLink to="/promotions/new" size="sm">
                מבצע חדש
              </ButtonLink>
            )}
            <ButtonLink to="/promotions/simulator" size="sm" variant="secondary">
              למה המחיר הזה?
            </ButtonLink>
            <ExportMenu path="/promotions/export" />
          </>
        }
      />
      <ListFilters
        list="promotions"
        searchLabel="שם או קוד קופון"
        filters={[
          {
            kind: 'choice',
            name: 'store',
            label: 'חנות',
            options: stores.map(({ uuid, name }) => ({ value: uuid, label: name })),
          },
          { kind: 'choice', name: 'kind', label: 'סוג', options: optionsOf(saleKindNames) },
        ]}
        views={[
          { name: 'כולם', query: '' },
          { name: 'פועלים', query: 'state=on' },
          { name: 'עתידיים', query: 'state=coming' },
          { name: 'הסתיימו', query: 'state=over&state=used' },
          { name: 'כבויים', query: 'state=off' },
        ]}
      />
      <List
        label="מבצעים"
        columns={columns}
        page={page}
        href={({ uuid }) => `/promotions/${uuid}`}
        emptyAtFirst={{
          title: 'אין עדיין מבצעים',
          text: 'מבצע מוזיל כל סל שמתאים לו, מעצמו או עם קוד קופון, בין מועד למועד.',
          action: permissions.includes('promotions.edit') && (
            <ButtonLink to="/promotions/new" size="sm">
              מבצע חדש
            </ButtonLink>
          ),
        }}
        empty={{ title: 'אין מבצעים כאלה', text: 'מבצע חל מעצמו על כל סל שמתאים לו, או רק עם קוד קופון.' }}
      />
    </>
  );
}
