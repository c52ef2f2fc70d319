import { moderationNames, voiceNames } from '#domain/people/reviews.ts';
import { listVoices, type VoiceRow } from '#server/office/reviews/list-reviews.ts';
import { listViews } from '#server/office/views.ts';
import { Stars } from '#ui/stars.tsx';
import { ExportMenu } from '../../components/export/export-menu.tsx';
import { List, type ListColumn } from '../../components/list.tsx';
import { type ListFilter, ListFilters, type ListView, optionsOf, storeFilter } from '../../components/list-filters.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { Moment } from '../../components/shown-values.tsx';
import { load, queryOf } from '../../load.ts';
import { useShell } from '../../shell/shell.tsx';
import type { Route } from './+types/reviews.ts';
import { StateBadge } from './voice-panels.tsx';

export const loader = load(async (ctx, { request }: Route.LoaderArgs) => ({
  page: await listVoices(ctx, queryOf(request)),
  views: await listViews(ctx, 'reviews'),
}));

const columns: ListColumn<VoiceRow>[] = [
  {
    key: 'text',
    label: 'מה נכתב',
    cell: ({ kind, rating, text, author, photos }) => (
      <div className="grid min-w-48">
        <span className="flex flex-wrap items-center gap-x-2">
          <span className="font-semibold">{voiceNames[kind]}</span>
          {rating !== null && <Stars value={rating} className="text-sm" />}
        </span>
        <bdi className="line-clamp-2 wrap-anywhere">{text}</bdi>
        <span className="text-xs text-ink-3">
          <bdi>{author}</bdi>
          {photos > 0 && ` · ${photos === 1 ? 'תמונה' : `${photos} תמונות`}`}
        </span>
      </div>
    ),
  },
  {
    key: 'product',
    label: 'מוצר',
    cell: ({ product, store }) => (
      <div className="grid">
        <bdi className="wrap-anywhere">{product}</bdi>
        <span className="text-xs text-ink-3">{store}</span>
      </div>
    ),
  },
  { key: 'at', label: 'מאז', cell: ({ state_at }) => <Moment at={state_at} /> },
  {
    key: 'state',
    label: 'מצב',
    cell: ({ state, answered }) => (
      <div className="grid justify-items-start gap-1">
        <StateBadge state={state} />
        {answered && <span className="text-xs text-ink-3">נענתה</span>}
      </div>
    ),
  },
];

const usualViews: ListView[] = [
  { name: 'מחכות', query: 'state=waiting' },
  { name: 'ביקורות', query: 'kind=review' },
  { name: 'שאלות', query: 'kind=question' },
  { name: 'מוצגות בלי תשובה', query: 'state=published&answered=no' },
  { name: 'כולן', query: '' },
];

export default function Reviews({ loaderData: { page, views } }: Route.ComponentProps) {
  const { stores } = useShell();
  const filters: ListFilter[] = [
    storeFilter(stores),
    { kind: 'choice', name: 'kind', label: 'סוג', options: optionsOf(voiceNames) },
    { kind: 'choice', name: 'state', label: 'מצב', options: optionsOf(moderationNames) },
  ];
  return (
    <>
      <PageHead title="ביקורות ושאלות" actions={<ExportMenu path="/reviews/export" />} />
      <ListFilters list="reviews" searchLabel="מוצר, שם או מילה" filters={filters} views={[...usualViews, ...views]} />
      <List
        label="ביקורות ושאלות"
        columns={columns}
        page={page}
        href={({ kind, uuid }) => (kind === 'review' ? `/reviews/${uuid}` : `/questions/${uuid}`)}
        emptyAtFirst={{
          title: 'אין עדיין ביקורות ושאלות',
          text: 'מי שקיבלו מוצר יכולים לכתוב עליו, וכל גולש יכול לשאול. מה שנכתב מחכה כאן, ומוצג באתר רק אחרי אישור.',
        }}
        empty={{ title: 'אין כאלה', text: 'נסו סינון אחר, או חפשו לפי מוצר או מילה.' }}
      />
    </>
  );
}
