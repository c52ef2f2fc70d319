import type { Link as MenuLinkData } from '#contract/stores.ts';
import { linkTarget } from '#domain/text/links.ts';
import { Link } from '#ui/link.tsx';

/** A menu's link by kind; external links open a new tab and say so. */
export function MenuLink({ link, className }: { link: MenuLinkData; className: string }) {
  const { to, external } = linkTarget(link);
  if (external) {
    return (
      <a href={to} target="_blank" rel="noopener noreferrer" className={className}>
        <bdi>{link.name}</bdi>
        <span className="sr-only"> (נפתח בלשונית חדשה)</span>
      </a>
    );
  }
  return (
    <Link to={to} className={className}>
      <bdi>{link.name}</bdi>
    </Link>
  );
}
