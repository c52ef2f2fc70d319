import { ChevronRight, ExternalLink } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { buttonLook } from '#ui/button.tsx';

type Props = {
  title: ReactNode;
  /** The list that the page belongs to. */
  back?: { to: string; label: string };
  /** Beside the title: a state. */
  badges?: ReactNode;
  /** What can be done here; the most usual first. */
  actions?: ReactNode;
};

/** The head of every page: where one is, its name, its state, and what can be done. */
export function PageHead({ title, back, badges, actions }: Props) {
  return (
    <header className="mb-5 grid gap-1">
      {typeof title === 'string' && <title>{`${title} | המשרד`}</title>}
      {back && (
        <Link to={back.to} className="flex w-fit items-center gap-1 text-sm text-ink-3 hover:text-ink">
          <ChevronRight aria-hidden className="size-4" />
          {back.label}
        </Link>
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="text-2xl">{title}</h1>
        {badges && <div className="flex flex-wrap gap-2">{badges}</div>}
        {actions && <div className="ms-auto flex flex-wrap gap-2">{actions}</div>}
      </div>
    </header>
  );
}

/** Opens a page of the shop beside the office. */
export const ShopLink = ({ to, primary, children }: { to: string; primary?: boolean; children: ReactNode }) => (
  <a
    href={to}
    target="_blank"
    rel="noreferrer"
    className={buttonLook({ variant: primary ? 'primary' : 'secondary', size: 'sm' })}
  >
    <ExternalLink aria-hidden className="size-4" />
    {children}
  </a>
);
