import { listPages, type PageRow } from '#server/office/content/pages.ts';
import { ButtonLink } from '#ui/button.tsx';
import { List, type ListColumn } from '../../components/list.tsx';
import { ListFilters } from '../../components/list-filters.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { Moment } from '../../components/shown-values.tsx';
import { load, queryOf } from '../../load.ts';
import { useShell } from '../../shell/shell.tsx';
import type { Route } from './+types/pages.ts';
import { ContentTabs } from './content-tabs.tsx';

export const loader = load(async (ctx, { request }: Route.LoaderArgs) => ({
  page: await listPages(ctx, queryOf(request)),
}));

const columns: ListColumn<PageRow>[] = [
  { key: 'title', label: 'כותרת', cell: ({ title }) => <bdi className="font-semibold">{title}</bdi> },
  { key: 'slug', label: 'כתובת', cell: ({ slug }) => <bdi dir="ltr">/page/{slug}</bdi> },
  { key: 'store', label: 'חנות', cell: ({ store }) => store },
  { key: 'updated', label: 'עודכן', cell: ({ updated_at }) => <Moment at={updated_at} /> },
];

export default function Pages({ loaderData: { page } }: Route.ComponentProps) {
  const { stores, permissions } = useShell();
  const options = stores.map(({ uuid, name }) => ({ value: uuid, label: name }));
  return (
    <>
      <PageHead
        title="דפי תוכן"
        actions={
          permissions.includes('content.edit') && (
            <ButtonLink to="/content/pages/new" size="sm">
              דף חדש
            </ButtonLink>
          )
        }
      />
      <ContentTabs />
      <ListFilters
        list="pages"
        searchLabel="כותרת או כתובת"
        filters={[{ kind: 'choice', name: 'store', label: 'חנות', options }]}
        views={[{ name: 'כולם', query: '' }]}
      />
      <List
        label="דפי תוכן"
        columns={columns}
        page={page}
        href={({ uuid }) => `/content/pages/${uuid}`}
        emptyAtFirst={{
          title: 'אין עדיין דפים',
          text: 'דפי תוכן הם אודות, תקנון, משלוחים ומה שהתפריט מוביל אליו. לחצו ״דף חדש״ כדי לכתוב את הראשון.',
        }}
        empty={{ title: 'אין דפים כאלה', text: 'דפי תוכן הם אודות, תקנון, משלוחים ומה שהתפריט מוביל אליו.' }}
      />
    </>
  );
}
