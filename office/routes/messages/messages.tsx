import { Link } from 'react-router';
import { listMessages, type MessageRow } from '#server/office/messages/messages.ts';
import { listViews } from '#server/office/views.ts';
import { List, type ListColumn } from '../../components/list.tsx';
import { dayFilters, type ListFilter, ListFilters, optionsOf, storeFilter } from '../../components/list-filters.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { Badge } from '../../components/panel.tsx';
import { Moment, Recipient } from '../../components/shown-values.tsx';
import { load, queryOf } from '../../load.ts';
import { useShell } from '../../shell/shell.tsx';
import type { Route } from './+types/messages.ts';
import { aboutName, channelNames } from './message-names.ts';
import { messageStates } from './message-states.ts';

export const loader = load(async (ctx, { request }: Route.LoaderArgs) => ({
  page: await listMessages(ctx, queryOf(request)),
  views: await listViews(ctx, 'messages'),
}));

const columns: ListColumn<MessageRow>[] = [
  { key: 'about', label: 'הודעה', cell: ({ about }) => <span className="font-semibold">{aboutName(about)}</span> },
  { key: 'created', label: 'נוצרה', cell: ({ created_at }) => <Moment at={created_at} /> },
  { key: 'channel', label: 'ערוץ', cell: ({ channel }) => channelNames[channel] },
  {
    key: 'recipient',
    label: 'אל',
    cell: ({ channel, recipient }) => <Recipient channel={channel} recipient={recipient} />,
  },
  {
    key: 'order',
    label: 'הזמנה',
    cell: ({ order_uid, order_number }) =>
      order_number ? (
        <Link to={`/orders/${order_uid}`} className="text-action-ink underline">
          <bdi>{order_number}</bdi>
        </Link>
      ) : (
        '–'
      ),
  },
  { key: 'store', label: 'חנות', cell: ({ store }) => store },
  {
    key: 'state',
    label: 'מצב',
    cell: ({ state }) => <Badge tone={messageStates[state].tone}>{messageStates[state].name}</Badge>,
  },
];

const usualViews = [
  { name: 'כולן', query: '' },
  { name: 'נכשלו', query: 'state=failed' },
  { name: 'ממתינות', query: 'state=waiting' },
  { name: 'לא הגיעו', query: 'state=undelivered' },
];

export default function Messages({ loaderData: { page, views } }: Route.ComponentProps) {
  const { stores } = useShell();
  const filters: ListFilter[] = [
    {
      kind: 'choice',
      name: 'channel',
      label: 'ערוץ',
      options: optionsOf(channelNames),
    },
    {
      kind: 'choice',
      name: 'state',
      label: 'מצב',
      options: Object.entries(messageStates).map(([value, { name }]) => ({ value, label: name })),
    },
    storeFilter(stores),
    ...dayFilters,
  ];
  return (
    <>
      <PageHead title="הודעות" />
      <ListFilters
        list="messages"
        searchLabel="נמען או מספר הזמנה"
        filters={filters}
        views={[...usualViews, ...views]}
      />
      <List
        label="הודעות"
        columns={columns}
        page={page}
        href={({ uuid }) => `/messages/${uuid}`}
        emptyAtFirst={{
          title: 'אין עדיין הודעות',
          text: 'כל דוא״ל ומסרון שנשלחו ללקוחות ולצוות מופיעים כאן. הודעה שלא הגיעה אפשר לפתוח ולשלוח שוב.',
        }}
        empty={{ title: 'אין הודעות כאלה', text: 'כאן מופיעים הדוא״ל והמסרונים שנשלחו ללקוחות ולצוות.' }}
      />
    </>
  );
}
