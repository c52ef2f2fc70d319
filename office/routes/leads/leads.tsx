import { leadKindNames, leadSourceNames, leadStateNames } from '#domain/people/lead-states.ts';
import { type LeadRow, listLeads } from '#server/office/leads/list-leads.ts';
import { listViews } from '#server/office/views.ts';
import { ExportMenu } from '../../components/export/export-menu.tsx';
import { List, type ListColumn } from '../../components/list.tsx';
import {
  dayFilters,
  type ListFilter,
  ListFilters,
  type ListView,
  optionsOf,
  storeFilter,
} from '../../components/list-filters.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { Badge } from '../../components/panel.tsx';
import { Moment, Phone } from '../../components/shown-values.tsx';
import { load, queryOf } from '../../load.ts';
import { useShell } from '../../shell/shell.tsx';
import type { Route } from './+types/leads.ts';
import { callbackOf, leadTones, Wait } from './lead-cells.tsx';

export const loader = load(async (ctx, { request }: Route.LoaderArgs) => ({
  page: await listLeads(ctx, queryOf(request)),
  views: await listViews(ctx, 'leads'),
}));

const nameOf = (names: Record<string, string>, key: string): string => names[key] ?? key;

const columns: ListColumn<LeadRow>[] = [
  {
    key: 'name',
    label: 'מי פנה',
    cell: ({ name, phone }) => (
      <div className="grid">
        <bdi className="font-semibold">{name}</bdi>
        <span className="text-xs text-ink-3">
          <Phone e164={phone} />
        </span>
      </div>
    ),
  },
  {
    key: 'about',
    label: 'במה',
    cell: ({ kind, about, message }) => (
      <div className="grid min-w-48">
        <span>
          {nameOf(leadKindNames, kind)}
          {about && (
            <>
              {' · '}
              <bdi>{about}</bdi>
            </>
          )}
        </span>
        <bdi className="line-clamp-1 text-xs text-ink-3">{message}</bdi>
      </div>
    ),
  },
  { key: 'store', label: 'חנות', cell: ({ store }) => store },
  { key: 'created', label: 'התקבלה', cell: ({ created_at }) => <Moment at={created_at} /> },
  {
    key: 'state',
    label: 'מצב',
    cell: ({ state }) => <Badge tone={leadTones[state]}>{leadStateNames[state]}</Badge>,
  },
  {
    key: 'wait',
    label: 'עד למענה',
    cell: (lead) => (
      <div className="grid">
        <Wait minutes={lead.minutes} answered={lead.first_answered_at !== null} />
        {lead.first_answered_at === null && <span className="text-xs text-ink-3">{callbackOf(lead)}</span>}
      </div>
    ),
  },
  { key: 'owner', label: 'אחראי', cell: ({ owner }) => owner ?? '–' },
];

const usualViews: ListView[] = [
  { name: 'כולן', query: '' },
  { name: 'חדשות', query: 'state=new' },
  { name: 'שלי', query: 'owner=me' },
  { name: 'פתוחות', query: 'state=new&state=open' },
  { name: 'מחכות יותר משעה', query: 'waiting=hour' },
  { name: 'נענו', query: 'state=answered' },
];

export default function Leads({ loaderData: { page, views } }: Route.ComponentProps) {
  const { stores, permissions } = useShell();
  const filters: ListFilter[] = [
    storeFilter(stores),
    { kind: 'choice', name: 'kind', label: 'נושא', options: optionsOf(leadKindNames) },
    { kind: 'choice', name: 'source', label: 'מקור', options: optionsOf(leadSourceNames) },
    ...dayFilters,
  ];
  return (
    <>
      <PageHead title="פניות" actions={permissions.includes('leads.export') && <ExportMenu path="/leads.csv" />} />
      <ListFilters
        list="leads"
        searchLabel="טלפון, שם, דוא״ל או מספר פנייה"
        filters={filters}
        views={[...usualViews, ...views]}
      />
      <List
        label="פניות"
        columns={columns}
        page={page}
        href={({ uuid }) => `/leads/${uuid}`}
        emptyAtFirst={{
          title: 'אין עדיין פניות',
          text: 'פנייה מטופס באתר מופיעה כאן מיד. פותחים אותה, עונים בדוא״ל או בטלפון, ואפשר להפוך אותה להזמנה.',
        }}
        empty={{
          title: 'אין פניות כאלה',
          text: 'פניות מטפסי האתר מגיעות לכאן. נסו סינון אחר, או חפשו לפי טלפון או שם.',
        }}
      />
    </>
  );
}
