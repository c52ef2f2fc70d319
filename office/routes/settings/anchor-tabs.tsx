import { type ReactNode, useSyncExternalStore } from 'react';
import { Link, useLocation } from 'react-router';

type Tab = { id: string; label: string; content: ReactNode };

const never = () => () => {};

/**
 * Parts of a long page, one at a time, each with an address of its own (`#theme`). What is typed in one stays while
 * another is shown. Without scripts all are shown, and the tabs lead to them.
 */
export function AnchorTabs({ label, tabs }: { label: string; tabs: Tab[] }) {
  const { hash } = useLocation();
  // The server doesn't know the part that the address names; until the page's scripts run, the styles choose it.
  const isReady = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  const active = isReady ? (tabs.find(({ id }) => `#${id}` === hash) ?? tabs[0])?.id : undefined;
  return (
    <>
      <nav aria-label={label} className="mb-4 flex flex-wrap gap-1 border-b border-line">
        {tabs.map(({ id, label: name }) => (
          <Link
            key={id}
            to={`#${id}`}
            replace
            preventScrollReset
            aria-current={id === active ? 'true' : undefined}
            className="-mb-px min-h-10 content-center border-b-2 border-transparent px-3 text-ink-2 hover:text-ink aria-[current=true]:border-action aria-[current=true]:font-semibold aria-[current=true]:text-action-ink"
          >
            {name}
          </Link>
        ))}
      </nav>
      <div className={isReady ? undefined : 'tabs-waiting'}>
        {tabs.map(({ id, content }) => (
          <div key={id} id={id} hidden={isReady && id !== active} className="grid scroll-mt-40 items-start gap-4">
            {content}
          </div>
        ))}
      </div>
    </>
  );
}
