import { Link, useSearchParams } from 'react-router';
import { kindNames } from '#domain/catalogue/kind-names.ts';
import { formatNumber } from '#domain/text/format.ts';
import { listProducts, type ProductRow } from '#server/office/products/list-products.ts';
import { listViews } from '#server/office/views.ts';
import { Button, ButtonLink, buttonLook } from '#ui/button.tsx';
import { ColumnChoice, useColumns } from '../../components/column-choice.tsx';
import { ExportMenu } from '../../components/export/export-menu.tsx';
import { List, type ListColumn, useChosen } from '../../components/list.tsx';
import { type ListFilter, ListFilters, type ListView, optionsOf } from '../../components/list-filters.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { Moment, Money } from '../../components/shown-values.tsx';
import { load, queryOf } from '../../load.ts';
import { useShell } from '../../shell/shell.tsx';
import type { Route } from './+types/products.ts';
import { ShownIn, StockBadge, Thumbnail } from './product-cells.tsx';

export const loader = load(async (ctx, { request }: Route.LoaderArgs) => ({
  ...(await listProducts(ctx, queryOf(request))),
  views: await listViews(ctx, 'products'),
}));

const columns: ListColumn<ProductRow>[] = [
  {
    key: 'name',
    label: 'מוצר',
    cell: ({ name, slug, media }) => (
      <span className="flex items-center gap-3">
        <Thumbnail media={media} />
        <span className="grid min-w-40">
          <bdi className="font-semibold">{name}</bdi>
          <bdi className="text-xs text-ink-3">{slug}</bdi>
        </span>
      </span>
    ),
  },
  { key: 'kind', label: 'סוג', cell: ({ kind }) => kindNames[kind] },
  { key: 'brand', label: 'מותג', cell: ({ brand }) => <bdi>{brand ?? '–'}</bdi> },
  { key: 'stores', label: 'חנויות', cell: ({ shown, hidden }) => <ShownIn shown={shown} hidden={hidden} /> },
  {
    key: 'price',
    label: 'מחיר',
    number: true,
    cell: ({ price_agorot, deleted_price_agorot }) =>
      price_agorot === null ? (
        'לפי פנייה'
      ) : (
        <span className="inline-grid justify-items-end">
          <Money agorot={price_agorot} />
          {deleted_price_agorot !== null && (
            <s className="text-xs text-ink-3">
              <Money agorot={deleted_price_agorot} />
            </s>
          )}
        </span>
      ),
  },
  {
    key: 'stock',
    label: 'מלאי',
    cell: ({ policy, stock }) => <StockBadge policy={policy} stock={stock} />,
  },
  { key: 'variants', label: 'גרסאות', number: true, cell: ({ variants }) => variants },
  { key: 'updated', label: 'עודכן', cell: ({ updated_at }) => <Moment at={updated_at} /> },
];

const usualViews: ListView[] = [
  { name: 'הכול', query: '' },
  { name: 'אזלו', query: 'stock=out' },
  { name: 'מעט במלאי', query: 'stock=low' },
  { name: 'בלי תמונה', query: 'picture=missing' },
  { name: 'מוסתרים', query: 'visible=no' },
];

export default function Products({ loaderData: { page, brands, views } }: Route.ComponentProps) {
  const { stores, permissions } = useShell();
  const [search] = useSearchParams();
  const { shown, hidden, hide } = useColumns('products', columns);
  const { whole, selection } = useChosen(page.rows);
  const { chosen } = selection;
  const optionsFrom = (list: { uuid: string; name: string }[]) =>
    list.map(({ uuid, name }) => ({ value: uuid, label: name }));
  const filters: ListFilter[] = [
    { kind: 'choice', name: 'store', label: 'חנות', options: optionsFrom(stores) },
    { kind: 'choice', name: 'brand', label: 'מותג', options: optionsFrom(brands) },
    { kind: 'choice', name: 'kind', label: 'סוג', options: optionsOf(kindNames) },
    { kind: 'choice', name: 'visible', label: 'תצוגה', options: optionsOf({ yes: 'מוצגים', no: 'מוסתרים' }) },
    {
      kind: 'choice',
      name: 'stock',
      label: 'מלאי',
      options: optionsOf({ in: 'יש', low: 'מעט', out: 'אזל', order: 'הזמנה או פנייה' }),
    },
    { kind: 'choice', name: 'picture', label: 'תמונה', options: optionsOf({ missing: 'חסרה' }) },
    { kind: 'sum', name: 'from', label: 'ממחיר' },
    { kind: 'sum', name: 'to', label: 'עד מחיר' },
  ];
  return (
    <>
      <PageHead
        title="מוצרים"
        actions={
          <>
            <ColumnChoice columns={columns} hidden={hidden} hide={hide} />
            <ExportMenu path="/products.csv" />
            {permissions.includes('products.edit') && (
              <Link to={bulkPath(search, [])} className={buttonLook({ variant: 'secondary', size: 'sm' })}>
                עריכה מרובה
              </Link>
            )}
            {permissions.includes('products.edit') && permissions.includes('products.price') && (
              <ButtonLink to="/products/new" size="sm">
                מוצר חדש
              </ButtonLink>
            )}
          </>
        }
      />
      <ListFilters
        list="products"
        searchLabel="שם, כתובת או מק״ט"
        filters={filters}
        views={[...usualViews, ...views]}
      />
      <List
        label="מוצרים"
        columns={shown}
        page={page}
        href={({ uuid }) => `/products/${uuid}`}
        {...(permissions.includes('products.edit') && { selection })}
        emptyAtFirst={{
          title: 'אין עדיין מוצרים',
          text: 'כאן כל מה שנמכר בחנויות. הוסיפו מוצר, או ייבאו את הגיליון של הספק.',
          action: permissions.includes('imports.run') && (
            <ButtonLink to="/import" size="sm">
              לייבוא
            </ButtonLink>
          ),
        }}
        empty={{ title: 'אין מוצרים כאלה', text: 'נסו סינון אחר, או חפשו לפי חלק מהשם או לפי תחילת המק״ט.' }}
      />
      {chosen.length > 0 && (
        <section
          aria-label="פעולות על הנבחרים"
          className="sticky bottom-3 z-10 mx-auto mt-3 flex w-fit max-w-full flex-wrap items-center gap-2 rounded-md border border-line-strong bg-ground p-2 ps-4 shadow-floating"
        >
          <p role="status" className="pe-2 text-sm font-semibold">
            {whole ? 'נבחרו כל המוצרים של הסינון' : chosenText(chosen.length)}
          </p>
          <Link to={bulkPath(search, whole ? [] : chosen)} className={buttonLook({ size: 'sm' })}>
            עריכה מרובה
          </Link>
          <Button size="sm" variant="quiet" onClick={() => selection.choose([])}>
            ניקוי הבחירה
          </Button>
        </section>
      )}
    </>
  );
}

/** The grid of the chosen products, or of all that the list's filters mean. */
function bulkPath(search: URLSearchParams, chosen: string[]): string {
  if (chosen.length > 0) return `/products/bulk?${new URLSearchParams(chosen.map((uuid) => ['product', uuid]))}`;
  const filters = new URLSearchParams([...search].filter(([name]) => name !== 'after'));
  return `/products/bulk?${filters}`;
}

const chosenText = (count: number): string => (count === 1 ? 'מוצר אחד נבחר' : `${formatNumber(count)} מוצרים נבחרו`);
