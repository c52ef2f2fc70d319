import { Link } from 'react-router';
import { toShekels } from '#domain/money/money.ts';
import { formatNumber, formatPrice } from '#domain/text/format.ts';
import { type Home as HomeData, MAX_WAITING, readHome, type Sales } from '#server/office/home.ts';
import { PageHead } from '../components/page-head.tsx';
import { Panel } from '../components/panel.tsx';
import { Moment } from '../components/shown-values.tsx';
import { load } from '../load.ts';
import { useShell } from '../shell/shell.tsx';
import { pageOfEntity, waitingWords } from '../shell/waiting.ts';
import type { Route } from './+types/home.ts';

export const loader = load(async (ctx, { request }: Route.LoaderArgs) => {
  const store = new URL(request.url).searchParams.get('store') ?? undefined;
  return { home: await readHome(ctx, store), most: MAX_WAITING };
});

export default function Home({ loaderData: { home, most } }: Route.ComponentProps) {
  const { name } = useShell();
  const { tasks, mentions, stock, sales } = home;
  return (
    <>
      <PageHead title={`שלום, ${name}`} />
      <div className="grid gap-4">
        <WaitingTiles waiting={home.waiting} most={most} />
        <div className="grid items-start gap-4 lg:@min-[40rem]:grid-cols-2">
          {sales && <SalesPanel sales={sales} />}
          {tasks.length > 0 && (
            <Panel title="המשימות שלי">
              <ul className="grid gap-2">
                {tasks.map(({ uuid, title, kind, entity, due_at }) => (
                  <li key={uuid} className="flex flex-wrap items-baseline justify-between gap-2">
                    <EntityLink kind={kind} entity={entity}>
                      {title}
                    </EntityLink>
                    {due_at && (
                      <span className="text-sm text-ink-3">
                        עד <Moment at={due_at} />
                      </span>
                    )}
                  </li>
                ))}
              </ul>
            </Panel>
          )}
          {mentions.length > 0 && (
            <Panel title="הזכירו אותי">
              <ul className="grid gap-3">
                {mentions.map(({ uuid, text, by, kind, entity, at }) => (
                  <li key={uuid} className="grid gap-0.5">
                    <EntityLink kind={kind} entity={entity}>
                      <span className="line-clamp-2">{text}</span>
                    </EntityLink>
                    <span className="text-xs text-ink-3">
                      {by}, <Moment at={at} />
                    </span>
                  </li>
                ))}
              </ul>
            </Panel>
          )}
          {stock.length > 0 && (
            <Panel
              title={`אזלו מהמלאי: ${formatNumber(home.waiting.out_of_stock ?? 0)}`}
              actions={
                <Link to="/products?stock=out" className="text-sm text-action-ink underline">
                  לרשימה המלאה
                </Link>
              }
            >
              <ul className="grid gap-1.5">
                {stock.map(({ sku, name: product }) => (
                  <li key={sku} className="flex flex-wrap justify-between gap-2">
                    <span>{product}</span>
                    <bdi className="text-sm text-ink-3">{sku}</bdi>
                  </li>
                ))}
              </ul>
            </Panel>
          )}
        </div>
      </div>
    </>
  );
}

const withStore = (to: string, store: string | null): string =>
  store ? `${to}${to.includes('?') ? '&' : '?'}store=${store}` : to;

function WaitingTiles({ waiting, most }: { waiting: HomeData['waiting']; most: number }) {
  const { chosenStore } = useShell();
  const shownCounts = waitingWords.filter(({ key, to }) => to && waiting[key] !== undefined);
  if (shownCounts.length === 0) return null;
  return (
    <nav aria-label="מה מחכה">
      <ul className="grid grid-cols-2 sm:grid-cols-[repeat(auto-fill,minmax(10rem,1fr))] gap-3">
        {shownCounts.map(({ key, label, to, urgent }) => {
          const count = waiting[key] ?? 0;
          return (
            <li key={key} className="grid">
              <Link
                to={withStore(to ?? '/', chosenStore)}
                className="panel grid content-start gap-0.5 p-4 hover:border-line-strong"
              >
                <span
                  className={`text-2xl font-bold tabular-nums ${count === 0 ? 'text-ink-3' : urgent ? 'text-danger' : ''}`}
                >
                  {count >= most ? `${formatNumber(most)}+` : formatNumber(count)}
                </span>
                <span className="text-sm text-ink-2">{label}</span>
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

function EntityLink({ kind, entity, children }: { kind: string; entity: string; children: React.ReactNode }) {
  const to = pageOfEntity(kind, entity);
  return to ? (
    <Link to={to} className="text-action-ink hover:underline">
      {children}
    </Link>
  ) : (
    <span>{children}</span>
  );
}

function SalesPanel({ sales: { today, orders, then, then_orders, whole } }: { sales: Sales }) {
  const most = Math.max(today, then, 1);
  const days = [
    { label: 'היום', total: today, count: orders, bar: 'bg-action' },
    { label: 'לפני שבוע, עד שעה זו', total: then, count: then_orders, bar: 'bg-line-strong' },
  ];
  return (
    <Panel title="מכירות היום">
      <dl className="grid gap-3">
        {days.map(({ label, total, count, bar }) => (
          <div key={label} className="flex flex-wrap items-baseline justify-between gap-x-2 gap-y-1">
            <dt className="text-sm text-ink-2">{label}</dt>
            <dd>
              <bdi className="font-semibold">{formatPrice(toShekels(total))}</bdi>{' '}
              <span className="text-sm text-ink-3">{count === 1 ? 'הזמנה אחת' : `${formatNumber(count)} הזמנות`}</span>
            </dd>
            <dd aria-hidden className="h-2 w-full overflow-hidden rounded-full bg-ground-3">
              <div className={`h-full rounded-full ${bar}`} style={{ inlineSize: `${(total / most) * 100}%` }} />
            </dd>
          </div>
        ))}
      </dl>
      <p className="text-sm text-ink-3">
        כל היום ההוא: <bdi>{formatPrice(toShekels(whole))}</bdi>
      </p>
    </Panel>
  );
}
