import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { CheckboxField } from '#ui/form/field.tsx';
import { classNames } from '#ui/hooks/class-names.ts';
import { Link } from '#ui/link.tsx';
import { type Consent, writeConsent } from './consent.ts';

/** Distance between the focused element and the banner, in pixels, so that the focus ring shows. */
const CLEARANCE = 16;

type Props = {
  /** The previous choice. */
  chosen: Consent | null;
  /** The visitor opened it, so it takes the focus. */
  asked: boolean;
  onClose: () => void;
};

/**
 * Asks for consent once, over the page's end: nothing moves or is blocked. Three equal options
 * (docs/rules/disclosure.md).
 */
export default function ConsentBanner({ chosen, asked, onClose }: Props) {
  const [settings, setSettings] = useState(asked);
  const banner = useRef<HTMLElement>(null);
  const title = useRef<HTMLHeadingElement>(null);

  useEffect(() => {
    if (asked || settings) title.current?.focus();
  }, [asked, settings]);

  // The banner must not cover the focused element or the page's end.
  useEffect(() => {
    const element = banner.current;
    if (!element) return;
    const reserve = (height: string) => {
      document.documentElement.style.scrollPaddingBlockEnd = height;
      document.body.style.paddingBlockEnd = height;
    };
    const watcher = new ResizeObserver(() => {
      const covers = getComputedStyle(element).position === 'fixed';
      reserve(covers ? `${element.offsetHeight}px` : '');
    });
    watcher.observe(element);
    // Browsers don't scroll to a focused element that is in view, though the banner covers it.
    const uncover = ({ target }: FocusEvent) => {
      if (!(target instanceof Element) || element.contains(target)) return;
      // After the browser's own scrolling.
      requestAnimationFrame(() => {
        const { bottom, height } = target.getBoundingClientRect();
        const { top } = element.getBoundingClientRect();
        if (getComputedStyle(element).position !== 'fixed' || bottom <= top) return;
        // All of a new page has the focus after a navigation: it begins at its top.
        if (target.matches('main') || height > top) return;
        window.scrollBy({ top: bottom - top + CLEARANCE, behavior: 'instant' });
      });
    };
    document.addEventListener('focusin', uncover);
    return () => {
      document.removeEventListener('focusin', uncover);
      watcher.disconnect();
      reserve('');
    };
  }, []);

  function choose(consent: Consent) {
    writeConsent(consent);
    onClose();
  }
  function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    choose({ analytics: form.has('analytics'), marketing: form.has('marketing') });
  }

  return (
    <section
      ref={banner}
      aria-label="שימוש בעוגיות"
      className="consent-banner z-40 bg-ground text-ink shadow-floating print:hidden"
    >
      <div className="page grid gap-2 py-2 sm:gap-3 sm:py-4 pb-[calc(0.5rem+env(safe-area-inset-bottom))] sm:pb-[calc(1rem+env(safe-area-inset-bottom))] lg:grid-cols-[1fr_auto] lg:items-center lg:gap-10">
        <div>
          {/* A phone's first screen has no room for it beside what the page offers; the next line says the same. */}
          <h2
            ref={title}
            tabIndex={-1}
            className={classNames('text-base font-bold focus:outline-none', !settings && 'max-sm:sr-only')}
          >
            שימוש בעוגיות
          </h2>
          <p className="max-w-[80ch] text-sm text-ink-2 sm:mt-1">
            {/* As one block it would be the largest contentful paint of a phone. */}
            <span className="max-sm:block">העוגיות ההכרחיות פועלות תמיד.</span>{' '}
            <span className="max-sm:block">
              מדידה ושיווק יפעלו רק אם תאשרו.{' '}
              <Link to="/page/cookies" className="whitespace-nowrap underline underline-offset-4">
                מה שומרים ולמה
              </Link>
            </span>
          </p>
        </div>
        {settings ? (
          <form onSubmit={save} className="grid gap-2">
            <CheckboxField
              name="analytics"
              defaultChecked={chosen?.analytics ?? false}
              label="מדידה: אילו דפים נצפו ומה נוסף לסל, כדי לשפר את האתר"
            />
            <CheckboxField
              name="marketing"
              defaultChecked={chosen?.marketing ?? false}
              label="שיווק: לדעת מאיזו מודעה הגעתם, ולהתאים פרסום"
            />
            <Choices>
              <Button size="sm" variant="secondary" onClick={() => choose({ analytics: true, marketing: true })}>
                אישור הכול
              </Button>
              <Button size="sm" variant="secondary" onClick={() => choose({ analytics: false, marketing: false })}>
                דחייה
              </Button>
              {/* Where the button stood that opened the settings: who presses twice consents to nothing. */}
              <Button type="submit" size="sm" variant="secondary">
                שמירה
              </Button>
            </Choices>
          </form>
        ) : (
          <Choices>
            <Button size="sm" variant="secondary" onClick={() => choose({ analytics: true, marketing: true })}>
              אישור הכול
            </Button>
            <Button size="sm" variant="secondary" onClick={() => choose({ analytics: false, marketing: false })}>
              דחייה
            </Button>
            <Button size="sm" variant="secondary" aria-expanded={false} onClick={() => setSettings(true)}>
              הגדרות
            </Button>
          </Choices>
        )}
      </div>
    </section>
  );
}

const Choices = ({ children }: { children: ReactNode }) => (
  <div className="grid grid-cols-[repeat(auto-fit,minmax(min(6rem,100%),1fr))] gap-2 *:px-2 lg:min-w-[26rem]">
    {children}
  </div>
);
