import { useLocation } from 'react-router';
import { classNames } from '#ui/hooks/class-names.ts';
import { Link } from '#ui/link.tsx';

const tabs = [
  { to: '/personal-area/edit-details/general', label: 'פרטים אישיים' },
  { to: '/personal-area/edit-details/addresses', label: 'כתובות' },
  { to: '/personal-area/edit-details/payments', label: 'תשלומים' },
];

/** Tabs of the three pages of personal details. */
export function EditTabs() {
  const { pathname } = useLocation();
  return (
    <nav aria-label="הפרטים שלי" className="no-scrollbar mt-6 overflow-x-auto border-b border-line">
      <ul className="flex w-max gap-2">
        {tabs.map(({ to, label }) => {
          const here = pathname === to || (pathname.endsWith('/edit-details') && to.endsWith('general'));
          return (
            <li key={to}>
              <Link
                to={to}
                aria-current={here ? 'page' : undefined}
                className={classNames(
                  '-mb-px inline-flex min-h-12 items-center border-b-2 px-3 font-semibold whitespace-nowrap',
                  here ? 'border-action-ink text-ink' : 'border-transparent text-ink-2 hover:text-ink',
                )}
              >
                {label}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
