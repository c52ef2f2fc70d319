import { Menu, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link, Outlet, useLocation, useNavigation, useOutletContext } from 'react-router';
import { readShell, type ShellData } from '#server/office/shell.ts';
import { IconButton } from '#ui/button.tsx';
import { classNames } from '#ui/hooks/class-names.ts';
import { UnsavedGuard } from '../components/unsaved.tsx';
import { load } from '../load.ts';
import { preferencesOf, type Theme } from '../preferences.ts';
import type { Route } from './+types/shell.ts';
import { ShellHead } from './head.tsx';
import { navigation } from './navigation.ts';
import { SignInOverPage } from './sign-in-over-page.tsx';

export const loader = load(async (ctx, { request }: Route.LoaderArgs): Promise<OfficeShell> => {
  const shell = await readShell(ctx);
  const { theme, store } = preferencesOf(request);
  return { ...shell, theme, chosenStore: shell.stores.find(({ uuid }) => uuid === store)?.uuid ?? null };
});

export type OfficeShell = ShellData & {
  theme: Theme;
  /** The store that lists begin with; `null`: all. */
  chosenStore: string | null;
};

/** Who is signed in and the stores; for pages inside the shell. */
export const useShell = (): OfficeShell => useOutletContext<OfficeShell>();

export default function Shell({ loaderData }: Route.ComponentProps) {
  const { pathname } = useLocation();
  const [open, setOpen] = useState(false);
  const busy = useNavigation().state !== 'idle';
  // biome-ignore lint/correctness/useExhaustiveDependencies: the menu closes whenever the page changes
  useEffect(() => setOpen(false), [pathname]);
  const main = useRef<HTMLElement>(null);
  const first = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the page moves the focus to its beginning
  useEffect(() => {
    if (!first.current) main.current?.focus({ preventScroll: true });
    first.current = false;
  }, [pathname]);
  return (
    <SignInOverPage>
      <div className="grid min-h-dvh content-start lg:grid-cols-[15rem_minmax(0,1fr)] lg:grid-rows-[auto_1fr] lg:content-stretch">
        <a href="#main" className="sr-only focus:not-sr-only focus:absolute focus:z-50 focus:bg-ground focus:p-3">
          דילוג לתוכן
        </a>
        <header className="sticky top-0 z-20 flex h-14 min-w-0 items-center gap-1 border-b border-line bg-ground px-2 sm:gap-2 sm:px-3 lg:col-start-2 lg:px-6 print:hidden">
          <IconButton
            label={open ? 'סגירת התפריט' : 'פתיחת התפריט'}
            aria-expanded={open}
            onClick={() => setOpen(!open)}
            className="lg:hidden"
          >
            {open ? <X aria-hidden className="size-5" /> : <Menu aria-hidden className="size-5" />}
          </IconButton>
          <ShellHead data={loaderData} />
        </header>
        <Side data={loaderData} open={open} />
        <main
          ref={main}
          id="main"
          tabIndex={-1}
          aria-busy={busy}
          className={classNames(
            // Pages ask it for their columns, in rem: letters of twice the size leave room for one.
            '@container min-w-0 p-4 outline-none transition-opacity lg:col-start-2 lg:p-6',
            busy && 'opacity-60',
          )}
        >
          <UnsavedGuard>
            <Outlet context={loaderData satisfies OfficeShell} />
          </UnsavedGuard>
        </main>
      </div>
    </SignInOverPage>
  );
}

/**
 * Pages of one part of the office are found under one first word: of content, whichever of its pages the link leads to.
 */
const partOf = (path: string) => path.split('/')[1];

function Side({ data, open }: { data: OfficeShell; open: boolean }) {
  const { pathname } = useLocation();
  return (
    <div
      className={classNames(
        'flex flex-col border-e border-line bg-ground lg:sticky lg:top-0 lg:col-start-1 lg:row-span-2 lg:row-start-1 lg:h-dvh print:hidden',
        !open && 'max-lg:hidden',
      )}
    >
      <nav aria-label="ראשי" className="grow overflow-y-auto px-3 py-3">
        <p className="px-2 pt-2 pb-3 text-lg font-bold max-lg:hidden">המשרד</p>
        <ul className="grid gap-0.5">
          {navigation
            .filter(({ permission }) => permission === null || data.permissions.includes(permission))
            .map(({ to, label, icon: Icon }) => (
              <li key={to}>
                <Link
                  to={data.chosenStore && to !== '/' ? `${to}?store=${data.chosenStore}` : to}
                  aria-current={partOf(pathname) === partOf(to) ? 'page' : undefined}
                  className="flex min-h-10 items-center gap-3 rounded-sm px-3 text-ink-2 hover:bg-ground-2 aria-[current=page]:bg-action-wash aria-[current=page]:font-semibold aria-[current=page]:text-action-ink"
                >
                  <Icon aria-hidden className="size-4.5 shrink-0" />
                  {label}
                </Link>
              </li>
            ))}
        </ul>
      </nav>
    </div>
  );
}
