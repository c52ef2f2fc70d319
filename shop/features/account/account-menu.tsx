import { Bookmark, Heart, House, LogOut, Package, ShieldCheck, UserRound, Warehouse } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { classNames } from '#ui/hooks/class-names.ts';
import { Link } from '#ui/link.tsx';
import { useToast } from '#ui/toasts.tsx';
import { logOut } from './log-out.ts';
import { usePendingPage } from './pending-page.tsx';

const entries = [
  { to: '/personal-area', within: '/personal-area', label: 'ראשי', icon: House },
  { to: '/personal-area/orders/accessories', within: '/personal-area/orders', label: 'הזמנות', icon: Package },
  { to: '/personal-area/favorites', within: '/personal-area/favorites', label: 'רשימת המשאלות שלי', icon: Heart },
  { to: '/personal-area/garage', within: '/personal-area/garage', label: 'המוסך שלי', icon: Warehouse },
  { to: '/personal-area/saved', within: '/personal-area/saved', label: 'דגמים והצעות', icon: Bookmark },
  {
    to: '/personal-area/edit-details/general',
    within: '/personal-area/edit-details',
    label: 'הפרטים שלי',
    icon: UserRound,
  },
  { to: '/personal-area/privacy', within: '/personal-area/privacy', label: 'פרטיות ואבטחה', icon: ShieldCheck },
];

const look =
  'flex min-h-11 w-full items-center gap-3 rounded-md px-3 text-sm font-medium whitespace-nowrap transition-colors hover:bg-ground-2 sm:px-4 sm:text-base lg:min-h-12';

/** Beside the page on a wide screen, above it on a narrow one, a swiped row on a phone. */
export function AccountMenu() {
  const toast = useToast();
  const { pathname } = useLocation();
  const pending = usePendingPage();
  const row = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: on another page another entry is the current one
  useEffect(() => {
    const { current } = row;
    const entry = current?.querySelector('[aria-current]')?.getBoundingClientRect();
    const box = current?.getBoundingClientRect();
    // Scrolls only the row, never the page.
    if (current && entry && box) current.scrollBy({ left: entry.x + entry.width / 2 - box.x - box.width / 2 });
  }, [pathname]);
  return (
    <nav
      ref={row}
      aria-label="אזור אישי"
      className="no-scrollbar -mx-(--page-margin) overflow-x-auto px-(--page-margin) max-sm:[mask-image:linear-gradient(to_right,transparent,#000_calc(var(--page-margin)+2rem),#000_calc(100%-var(--page-margin)),transparent)] lg:mx-0 lg:px-0"
    >
      <ul className="flex w-max gap-0.5 max-sm:pe-8 sm:w-auto sm:flex-wrap sm:gap-1 lg:flex-col lg:flex-nowrap">
        {entries.map(({ to, within, label, icon: Icon }) => {
          const isWithin = (path: string) =>
            path === within ||
            (within === '/personal-area' ? path === `${within}/dashboard` : path.startsWith(`${within}/`));
          const here = isWithin(pathname);
          const lit = isWithin(pending ?? pathname);
          return (
            <li key={to}>
              <Link
                to={to}
                aria-current={here ? (pathname === to ? 'page' : 'true') : undefined}
                className={classNames(look, lit && 'bg-ground-3 font-bold')}
              >
                <Icon aria-hidden strokeWidth={1.75} className="hidden size-5 shrink-0 sm:block" />
                {label}
              </Link>
            </li>
          );
        })}
        <li>
          <button type="button" className={look} onClick={() => logOut(toast)}>
            <LogOut aria-hidden strokeWidth={1.75} className="mirrored hidden size-5 shrink-0 sm:block" />
            התנתקות
          </button>
        </li>
      </ul>
    </nav>
  );
}
