import { listPosts, type PostRow } from '#server/office/content/posts.ts';
import { ButtonLink } from '#ui/button.tsx';
import { ExportMenu } from '../../components/export/export-menu.tsx';
import { List, type ListColumn } from '../../components/list.tsx';
import { ListFilters } from '../../components/list-filters.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { Badge } from '../../components/panel.tsx';
import { Moment } from '../../components/shown-values.tsx';
import { load, queryOf } from '../../load.ts';
import { useShell } from '../../shell/shell.tsx';
import type { Route } from './+types/posts.ts';
import { ContentTabs } from './content-tabs.tsx';

export const loader = load(async (ctx, { request }: Route.LoaderArgs) => ({
  page: await listPosts(ctx, queryOf(request)),
}));

const columns: ListColumn<PostRow>[] = [
  { key: 'title', label: 'כותרת', cell: ({ title }) => <bdi className="font-semibold">{title}</bdi> },
  { key: 'category', label: 'קטגוריה', cell: ({ category }) => category },
  { key: 'author', label: 'מאת', cell: ({ author }) => <bdi>{author}</bdi> },
  { key: 'store', label: 'חנות', cell: ({ store }) => store },
  {
    key: 'published',
    label: 'מוצגת מ־',
    cell: ({ published_at, waits, featured }) => (
      <span className="flex flex-wrap items-center gap-2">
        <Moment at={published_at} />
        {waits && <Badge tone="wait">מתוזמנת</Badge>}
        {featured && <Badge tone="info">ראשית</Badge>}
      </span>
    ),
  },
];

export default function Posts({ loaderData: { page } }: Route.ComponentProps) {
  const { stores, permissions } = useShell();
  const options = stores.map(({ uuid, name }) => ({ value: uuid, label: name }));
  return (
    <>
      <PageHead
        title="בלוג"
        actions={
          <>
            {permissions.includes('content.edit') && (
              <ButtonLink to="/content/posts/new" size="sm">
                כתבה חדשה
              </ButtonLink>
            )}
            <ExportMenu path="/content/posts/export" />
          </>
        }
      />
      <ContentTabs />
      <ListFilters
        list="posts"
        searchLabel="כותרת או כתובת"
        filters={[{ kind: 'choice', name: 'store', label: 'חנות', options }]}
        views={[
          { name: 'כולן', query: '' },
          { name: 'מתוזמנות', query: 'waits=yes' },
        ]}
      />
      <List
        label="כתבות"
        columns={columns}
        page={page}
        href={({ uuid }) => `/content/posts/${uuid}`}
        emptyAtFirst={{
          title: 'אין עדיין כתבות',
          text: 'כתבות מופיעות במגזין של החנות, ומה שמועדו עוד לא הגיע מוצג מעצמו כשיגיע. לחצו ״כתבה חדשה״ כדי לכתוב את הראשונה.',
        }}
        empty={{ title: 'אין כתבות כאלה', text: 'כתבה שמועדה עוד לא הגיע מוצגת בחנות מעצמה כשיגיע.' }}
      />
    </>
  );
}
