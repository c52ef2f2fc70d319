import { Heart, Menu as MenuIcon, ShoppingBag } from 'lucide-react';
import { useEffect, useState } from 'react';
import { formatItems } from '#domain/text/format.ts';
import { IconButton } from '#ui/button.tsx';
import { classNames } from '#ui/hooks/class-names.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { Link } from '#ui/link.tsx';
import { mediaUrl } from '#ui/picture.tsx';
import { useStore } from '~/store.ts';
import { useCart, useCartDrawer } from '../cart/cart.tsx';
import { SearchButton } from '../search/search-button.tsx';
import { AccountArea } from './account-area.tsx';
import { linksOf } from './menus/links-of.ts';
import { MainMenu } from './menus/main-menu.tsx';

/** Pixels of scrolling after which the header hides. */
const HIDE_BELOW = 500;

function useHiding(): boolean {
  const [isHidden, setHidden] = useState(false);
  useEffect(() => {
    let last = window.scrollY;
    const onScroll = () => {
      const offset = window.scrollY;
      if (Math.abs(offset - last) < 4) return;
      setHidden(offset > HIDE_BELOW && offset > last);
      last = offset;
    };
    window.addEventListener('scroll', onScroll, { passive: true });
    return () => window.removeEventListener('scroll', onScroll);
  }, []);
  return isHidden;
}

const SideMenu = lazyPart(() => import('./menus/side-menu.tsx'));

/**
 * A longer menu gets its own row below the logo, beside which the quick links stand then; a store with larger text fits
 * fewer links.
 */
const oneRow = (theme: Record<string, string>): number => (theme['font-size'] ? 5 : 7);

export function Header() {
  const { store, layout, theme } = useStore();
  const [menu, setMenu] = useState<'never' | 'open' | 'closed'>('never');
  const hidden = useHiding();
  const main = layout.top_menu;
  const twoRows = linksOf(main).length > oneRow(theme);
  const second = linksOf(main, 2);
  // An arrow at the row's end has its own spacing.
  const flush = twoRows && second.at(-1)?.children.length === 0;
  const quick = (
    <MainMenu
      label="קישורים מהירים"
      links={linksOf(layout.sub_top_menu)}
      className="ms-auto hidden roomy:block"
      small
    />
  );
  const menus = (
    <>
      <MainMenu label="תפריט ראשי" links={linksOf(main, 1)} className="-ms-(--menu-gap) hidden roomy:block" />
      <MainMenu
        label="תפריט משני"
        links={second}
        className={classNames('ms-auto hidden roomy:block', flush && '-me-(--menu-gap)')}
      />
    </>
  );
  return (
    <header
      data-away={hidden || undefined}
      className={classNames(
        'on-dark @container sticky top-0 z-40 bg-dark text-on-dark transition-transform duration-200 focus-within:translate-y-0',
        hidden && '-translate-y-full',
      )}
    >
      {!twoRows && <div className="top-strip">{quick}</div>}
      <div className="page flex h-(--header-height) items-center gap-2 [--menu-gap:0.75rem] lg:gap-6 @max-[82rem]:[--menu-gap:0.5rem] @max-[78rem]:[--menu-gap:0.25rem]">
        <IconButton
          label="פתיחת תפריט"
          aria-expanded={menu === 'open'}
          className="-ms-2 roomy:hidden"
          onClick={() => setMenu('open')}
        >
          <MenuIcon aria-hidden />
        </IconButton>
        <Link
          to="/"
          className="flex min-h-11 min-w-0 items-center roomy:min-w-24"
          aria-label={`${store.name} – לדף הבית`}
        >
          <Logo />
        </Link>
        {twoRows ? quick : menus}
        <div className="ms-auto flex items-center [nav+&]:roomy:ms-0">
          <SearchButton />
          <AccountArea className="hidden @[44rem]:flex" />
          <Link
            to="/favorites"
            aria-label="המועדפים שלי"
            title="המועדפים שלי"
            className="hidden size-11 items-center justify-center rounded-full hover:bg-white/10 @[44rem]:inline-flex"
          >
            <Heart aria-hidden />
          </Link>
          <CartButton />
        </div>
      </div>
      {twoRows && (
        <div className="page second-row hidden items-center [--menu-gap:0.75rem] roomy:flex @max-[78rem]:[--menu-gap:0.5rem]">
          {menus}
        </div>
      )}
      {menu !== 'never' && <SideMenu open={menu === 'open'} onClose={() => setMenu('closed')} />}
    </header>
  );
}

export function Logo({ footer = false }: { footer?: boolean }) {
  const { store } = useStore();
  const logo = footer ? (store.footer_logo_url ?? store.image_url) : store.image_url;
  if (!logo) return <span className="text-2xl font-black">{store.name}</span>;
  return (
    <img
      src={mediaUrl(logo)}
      alt=""
      width={160}
      height={44}
      className={footer ? 'logo h-12 w-auto' : 'logo h-8 w-auto max-w-full object-contain lg:h-10'}
    />
  );
}

function CartButton() {
  const { count } = useCart();
  const { setOpen } = useCartDrawer();
  return (
    <IconButton
      label={count > 0 ? `סל הקניות, ${formatItems(count)}` : 'סל הקניות'}
      className="relative -me-2"
      onClick={() => setOpen(true)}
    >
      <ShoppingBag aria-hidden />
      {count > 0 && (
        // Decorative: the button's name states it in words, without a figure for one item.
        <span
          aria-hidden
          data-items={count}
          className="tabular absolute end-0 top-0 grid h-5 min-w-5 place-items-center rounded-full bg-action px-1 text-xs font-bold text-on-action after:content-[attr(data-items)]"
        />
      )}
    </IconButton>
  );
}
