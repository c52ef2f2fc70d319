import { formatTradeInNumber, type TradeInCondition, tradeInStateNames } from '#domain/people/trade-in-questions.ts';
import { formatNumber } from '#domain/text/format.ts';
import { listTradeIns, type TradeInListRow } from '#server/office/trade-ins/list-trade-ins.ts';
import { listViews } from '#server/office/views.ts';
import { ExportMenu } from '../../components/export/export-menu.tsx';
import { List, type ListColumn } from '../../components/list.tsx';
import { type ListFilter, ListFilters, type ListView, optionsOf, storeFilter } from '../../components/list-filters.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { Moment, Phone } from '../../components/shown-values.tsx';
import { load, queryOf } from '../../load.ts';
import { useShell } from '../../shell/shell.tsx';
import type { Route } from './+types/trade-ins.ts';
import { OfferRange, TradeInBadge } from './trade-in-cells.tsx';

export const loader = load(async (ctx, { request }: Route.LoaderArgs) => ({
  page: await listTradeIns(ctx, queryOf(request)),
  views: await listViews(ctx, 'trade-ins'),
}));

/** What shows how much a vehicle was used, besides its year. */
const wearOf = ({ km, hours }: TradeInCondition) => (
  <>
    {km !== undefined && (
      <>
        {' '}
        · <bdi>{formatNumber(km)}</bdi> ק״מ
      </>
    )}
    {hours !== undefined && (
      <>
        {' '}
        · <bdi>{formatNumber(hours)}</bdi> שעות מנוע
      </>
    )}
  </>
);

const columns: ListColumn<TradeInListRow>[] = [
  {
    key: 'vehicle',
    label: 'הרכב',
    cell: ({ make, model, year, condition, plate, photos }) => (
      <div className="grid min-w-40">
        <bdi className="font-semibold wrap-anywhere">
          {make} {model}
        </bdi>
        <span className="text-xs text-ink-3">
          <bdi>{year}</bdi>
          {wearOf(condition)}
          {plate && (
            <>
              {' '}
              · <bdi dir="ltr">{formatTradeInNumber(condition.kind, plate)}</bdi>
            </>
          )}
          {photos > 0 && ` · ${photos === 1 ? 'תמונה' : `${photos} תמונות`}`}
        </span>
      </div>
    ),
  },
  {
    key: 'person',
    label: 'מאת',
    cell: ({ name, phone }) => (
      <div className="grid">
        <bdi className="wrap-anywhere">{name}</bdi>
        <span className="text-xs text-ink-3">
          <Phone e164={phone} />
        </span>
      </div>
    ),
  },
  { key: 'offer', label: 'הצעה', number: true, cell: ({ low, high }) => <OfferRange low={low} high={high} /> },
  {
    key: 'at',
    label: 'התקבלה',
    cell: ({ created_at, store }) => (
      <div className="grid">
        <Moment at={created_at} />
        <span className="text-xs text-ink-3">{store}</span>
      </div>
    ),
  },
  { key: 'owner', label: 'אחראי', cell: ({ owner }) => owner && <bdi>{owner}</bdi> },
  { key: 'state', label: 'מצב', cell: ({ state }) => <TradeInBadge state={state} /> },
];

const usualViews: ListView[] = [
  { name: 'מחכות להצעה', query: 'state=waiting' },
  { name: 'בהזמנה, לפני בדיקה', query: 'state=ordered' },
  { name: 'בתוקף', query: 'state=offered' },
  { name: 'שלי', query: 'owner=me' },
  { name: 'כולן', query: '' },
];

export default function TradeIns({ loaderData: { page, views } }: Route.ComponentProps) {
  const { stores, permissions } = useShell();
  const filters: ListFilter[] = [
    storeFilter(stores),
    { kind: 'choice', name: 'state', label: 'מצב', options: optionsOf(tradeInStateNames) },
  ];
  return (
    <>
      <PageHead
        title="טרייד־אין"
        // One permission for the files of inquiries, trade-ins and bookings (`domain/people/permissions.ts`).
        actions={permissions.includes('leads.export') && <ExportMenu path="/trade-ins/export" />}
      />
      <ListFilters
        list="trade-ins"
        searchLabel="שם, טלפון, דגם או מספר רישוי"
        filters={filters}
        views={[...usualViews, ...views]}
      />
      <List
        label="הצעות טרייד־אין"
        columns={columns}
        page={page}
        href={({ uuid }) => `/trade-ins/${uuid}`}
        emptyAtFirst={{
          title: 'עוד לא הוצע רכב להחלפה',
          text: 'גולשים מציעים רכב בדף הטרייד־אין של החנות. למה שבטבלה יש הערכה מיד, ולשאר מציעים כאן סכום.',
        }}
        empty={{ title: 'אין כאלה', text: 'נסו סינון אחר, או חפשו לפי שם, טלפון או מספר רישוי.' }}
      />
    </>
  );
}
