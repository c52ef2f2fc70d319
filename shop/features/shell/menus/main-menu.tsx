import { ChevronDown } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import type { Link } from '#contract/stores.ts';
import { classNames } from '#ui/hooks/class-names.ts';
import { MenuLink } from './menu-link.tsx';

type Props = { links: Link[]; label: string; className?: string; small?: boolean };

/** Disclosure navigation: a sub-menu opens on hover, on its arrow and on the arrow's focus; Escape closes it. */
export function MainMenu({ links, label, className, small }: Props) {
  const { key } = useLocation();
  // A new page closes open menus.
  const [[at, on], setOpened] = useState<[index?: number, on?: string]>([]);
  const open = on === key ? at : undefined;
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const wide = window.matchMedia('(min-width: 1441px)');
    const close = () => setOpened([]);
    wide.addEventListener('change', close);
    return () => wide.removeEventListener('change', close);
  }, []);

  useEffect(() => {
    if (open === undefined) return;
    // One that the mouse has opened is dismissed from wherever the focus is.
    const dismiss = ({ key }: globalThis.KeyboardEvent) => {
      if (key !== 'Escape') return;
      const item = list.current?.children[open];
      if (item?.contains(document.activeElement)) item.querySelector('button')?.focus();
      setOpened([]);
    };
    document.addEventListener('keydown', dismiss);
    return () => document.removeEventListener('keydown', dismiss);
  }, [open]);

  if (links.length === 0) return null;

  /** Arrow keys move in reading direction: left is forwards. */
  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowLeft: 1, ArrowRight: -1 }[event.key];
    if (!step || !list.current) return;
    const stops = [...list.current.querySelectorAll<HTMLElement>(':scope > li > div > a')];
    const here = stops.findIndex((stop) => stop.closest('li')?.contains(document.activeElement));
    stops[(here + step + stops.length) % stops.length]?.focus();
    event.preventDefault();
  }

  return (
    <nav aria-label={label} className={className}>
      {/* The keys belong to the links inside. */}
      <ul ref={list} className={classNames('flex items-center', small ? 'gap-5' : 'gap-2')} onKeyDown={onKeyDown}>
        {links.map((link, index) => (
          <li
            key={link.name}
            className="group relative"
            onPointerEnter={(event) => event.pointerType === 'mouse' && setOpened([index, key])}
            onPointerLeave={(event) => event.pointerType === 'mouse' && setOpened([])}
            onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && setOpened([])}
          >
            <div className="flex items-center">
              <MenuLink
                link={link}
                className={
                  small
                    ? 'inline-flex min-h-6 items-center text-xs text-on-dark-muted hover:text-on-dark'
                    : 'inline-flex min-h-11 items-center rounded-md px-(--menu-gap) font-medium whitespace-nowrap hover:bg-white/10 has-[+button]:pe-1'
                }
              />
              {link.children.length > 0 && (
                <button
                  type="button"
                  aria-expanded={open === index}
                  aria-label={`תפריט המשנה של ${link.name}`}
                  className="grid h-11 w-6 place-items-center rounded-md -outline-offset-3 hover:bg-white/10"
                  onFocus={(event) => event.currentTarget.matches(':focus-visible') && setOpened([index, key])}
                  onClick={({ nativeEvent }) =>
                    // A mouse has opened it already, on its way here.
                    setOpened(
                      open === index && (nativeEvent as PointerEvent).pointerType !== 'mouse' ? [] : [index, key],
                    )
                  }
                >
                  <ChevronDown
                    aria-hidden
                    className={classNames('size-4 transition-transform', open === index && 'rotate-180')}
                  />
                </button>
              )}
            </div>
            {link.children.length > 0 && (
              <ul
                className={classNames(
                  'absolute start-0 top-full z-10 max-h-[80vh] min-w-56 overflow-y-auto rounded-md bg-ground p-2 text-ink shadow-floating',
                  // With three levels, each entry of the second heads a column.
                  link.children.some(({ children }) => children.length > 0) &&
                    'auto-cols-[minmax(11rem,max-content)] grid-flow-col gap-x-4',
                  open !== index ? 'hidden' : 'menu-in grid',
                )}
              >
                {link.children.map((child) => (
                  <li key={child.name}>
                    <MenuLink link={child} className="flex min-h-11 items-center rounded-sm px-3 hover:bg-ground-2" />
                    {child.children.length > 0 && (
                      <ul className="mb-1">
                        {child.children.map((grandchild) => (
                          <li key={grandchild.name}>
                            <MenuLink
                              link={grandchild}
                              className="flex min-h-11 items-center rounded-sm px-3 text-sm text-ink-2 hover:bg-ground-2"
                            />
                          </li>
                        ))}
                      </ul>
                    )}
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}
