import { ChevronDown, Heart, PackageSearch, UserRound } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import type { Link as MenuLinkData } from '#contract/stores.ts';
import { Dialog } from '#ui/dialog.tsx';
import { classNames } from '#ui/hooks/class-names.ts';
import { Link } from '#ui/link.tsx';
import { useStore } from '~/store.ts';
import { linksOf } from './links-of.ts';
import { MenuLink } from './menu-link.tsx';

/** The whole menu on a narrow screen, from the reading edge. */
export default function SideMenu({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { store, layout } = useStore();
  const { key } = useLocation();
  const openedOn = useRef(key);
  // Only a new page closes the menu: the effect also runs when the menu has just loaded and opened.
  useEffect(() => {
    if (openedOn.current === key) return;
    openedOn.current = key;
    onClose();
  }, [key, onClose]);
  useEffect(() => {
    const wide = matchMedia('(min-width: 1441px)');
    // Wider than this the main menu stands in the head of the page.
    wide.addEventListener('change', onClose);
    return () => wide.removeEventListener('change', onClose);
  }, [onClose]);
  const row = 'flex min-h-12 items-center gap-3 px-5 hover:bg-ground-2';
  return (
    <Dialog open={open} onClose={onClose} title={store.name} from="start" width="w-[min(22rem,88vw)]">
      <nav aria-label="תפריט ראשי">
        <ul className="py-2 text-lg font-medium">
          {linksOf(layout.top_menu).map((link) => (
            <Entry key={link.name} link={link} />
          ))}
        </ul>
        <ul className="border-t border-line py-2">
          <li>
            <Link to="/personal-area" className={row}>
              <UserRound aria-hidden className="size-5" /> האזור האישי
            </Link>
          </li>
          <li>
            <Link to="/favorites" className={row}>
              <Heart aria-hidden className="size-5" /> רשימת המשאלות שלי
            </Link>
          </li>
          <li>
            <Link to="/order" className={row}>
              <PackageSearch aria-hidden className="size-5" /> איפה ההזמנה שלי?
            </Link>
          </li>
          {linksOf(layout.sub_top_menu).map((link) => (
            <li key={link.name}>
              <MenuLink link={link} className={classNames(row, 'text-ink-2')} />
            </li>
          ))}
        </ul>
      </nav>
    </Dialog>
  );
}

function Entry({ link }: { link: MenuLinkData }) {
  const [open, setOpen] = useState(false);
  const look = 'flex min-h-12 grow items-center px-5 hover:bg-ground-2';
  if (link.children.length === 0) {
    return (
      <li>
        <MenuLink link={link} className={look} />
      </li>
    );
  }
  return (
    <li>
      <div className="flex">
        <MenuLink link={link} className={look} />
        <button
          type="button"
          aria-expanded={open}
          aria-label={`תפריט המשנה של ${link.name}`}
          className="grid w-14 place-items-center hover:bg-ground-2"
          onClick={() => setOpen(!open)}
        >
          <ChevronDown
            aria-hidden
            className={classNames('size-5 transition-transform duration-300', open && 'rotate-180')}
          />
        </button>
      </div>
      {/* Opens to at most 800 px and closes in 300 ms. */}
      <div
        className={classNames(
          'grid transition-[grid-template-rows,visibility] duration-300',
          open ? 'visible grid-rows-[1fr]' : 'invisible grid-rows-[0fr]',
        )}
      >
        <ul className="max-h-[800px] overflow-y-auto text-base font-normal">
          {link.children.map((child) => (
            <li key={child.name}>
              <MenuLink link={child} className="flex min-h-11 items-center ps-9 pe-5 text-ink-2 hover:bg-ground-2" />
              {child.children.length > 0 && (
                <ul>
                  {child.children.map((grandchild) => (
                    <li key={grandchild.name}>
                      <MenuLink
                        link={grandchild}
                        className="flex min-h-11 items-center ps-13 pe-5 text-sm text-ink-2 hover:bg-ground-2"
                      />
                    </li>
                  ))}
                </ul>
              )}
            </li>
          ))}
        </ul>
      </div>
    </li>
  );
}
