import { Bell, Monitor, Moon, Search, Sun, UserRound } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { Button as AriaButton, Dialog, DialogTrigger, Popover } from 'react-aria-components';
import { Form, Link, useFetcher, useLocation, useNavigation, useSubmit } from 'react-router';
import { formatNumber } from '#domain/text/format.ts';
import type { Waiting } from '#server/office/home.ts';
import { buttonLook } from '#ui/button.tsx';
import { fetchJson } from '../fetch-json.ts';
import type { Theme } from '../preferences.ts';
import { ownRequests } from './navigation.ts';
import { Palette } from './palette.tsx';
import type { OfficeShell } from './shell.tsx';
import { waitingWords } from './waiting.ts';

const ICON_BUTTON =
  'relative inline-flex size-11 shrink-0 items-center justify-center rounded-full outline-offset-2 hover:bg-current/8';
const BOX = 'w-72 rounded-md border border-line bg-ground text-ink shadow-floating';

/** At the top of every page: search, the store that lists begin with, what waits, and the person's own. */
export function ShellHead({ data }: { data: OfficeShell }) {
  const [isSearchOpen, setSearchOpen] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      // By the key's place: on a Hebrew keyboard it types another letter.
      if (event.code !== 'KeyK' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
      event.preventDefault();
      setSearchOpen((open) => !open);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return (
    <>
      <button
        type="button"
        onClick={() => setSearchOpen(true)}
        aria-keyshortcuts="Control+K Meta+K"
        className="@container flex min-h-10 min-w-0 items-center gap-2 rounded-sm border border-line-strong px-3 text-ink-3 hover:text-ink max-sm:grow sm:w-80"
      >
        <Search aria-hidden className="size-4.5 shrink-0" />
        <span className="sr-only @min-[7rem]:not-sr-only @min-[7rem]:truncate">חיפוש ופעולות</span>
        <kbd className="ms-auto hidden text-xs @min-[12rem]:block max-sm:hidden">
          <bdi>Ctrl K</bdi>
        </kbd>
      </button>
      <div className="ms-auto flex shrink-0 items-center gap-1">
        {data.stores.length > 1 && <StoreSwitch data={data} />}
        <Notices />
        <OwnMenu data={data} />
      </div>
      <Palette data={data} open={isSearchOpen} onClose={() => setSearchOpen(false)} />
    </>
  );
}

/** Lists begin with the chosen store, on this device, until another is chosen. */
function StoreSwitch({ data: { stores, everywhere, chosenStore } }: { data: OfficeShell }) {
  const submit = useSubmit();
  const { pathname, search } = useLocation();
  const id = useId();
  // Who is asked about what isn't saved, and stays, keeps the store.
  const { formAction, formData } = useNavigation();
  const chosen = formAction === '/preferences' ? formData?.get('store')?.toString() : undefined;
  return (
    <Form method="post" action="/preferences" className="min-w-0 max-sm:hidden">
      <input type="hidden" name="back" value={pathname + search} />
      <label htmlFor={id} className="sr-only">
        חנות
      </label>
      <select
        id={id}
        name="store"
        value={chosen ?? chosenStore ?? ''}
        onChange={({ currentTarget }) => submit(currentTarget.form)}
        className="office-field max-w-36 min-w-0 pe-9"
      >
        <option value="">{everywhere ? 'כל החנויות' : 'החנויות שלי'}</option>
        {stores.map(({ uuid, name }) => (
          <option key={uuid} value={uuid}>
            {name}
          </option>
        ))}
      </select>
    </Form>
  );
}

/** Milliseconds between two looks; none in a hidden tab. */
const NOTICE_MS = 60_000;

/** What waits, as the bell says it: looked for again every minute, and when the tab is shown again. */
function useWaiting(): Waiting {
  const [waiting, setWaiting] = useState<Waiting>({});
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page may follow what was done on this one
  useEffect(() => {
    const stopped = new AbortController();
    const look = async () => {
      if (document.visibilityState !== 'visible') return;
      const notices = await fetchJson<{ waiting: Waiting }>('/notices', stopped.signal);
      if (notices) setWaiting(notices.waiting);
    };
    look();
    const timer = setInterval(look, NOTICE_MS);
    document.addEventListener('visibilitychange', look);
    return () => {
      stopped.abort();
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [key]);
  return waiting;
}

function Notices() {
  const waiting = useWaiting();
  const shownCounts = waitingWords.filter(({ key }) => (waiting[key] ?? 0) > 0);
  const urgent = shownCounts.filter((one) => one.urgent).length;
  return (
    <DialogTrigger>
      <AriaButton
        className={ICON_BUTTON}
        aria-label={shownCounts.length === 0 ? 'מה מחכה' : `מה מחכה: ${urgent || shownCounts.length}`}
      >
        <Bell aria-hidden className="size-5" />
        {shownCounts.length > 0 && (
          <span
            aria-hidden
            className={`absolute end-1 top-1 grid min-w-4.5 place-items-center rounded-full px-1 text-[0.6875rem]/4.5 font-bold ${urgent > 0 ? 'bg-danger text-ground' : 'bg-action text-on-action'}`}
          >
            {urgent || shownCounts.length}
          </span>
        )}
      </AriaButton>
      <Popover placement="bottom end" className={BOX}>
        <Dialog aria-label="מה מחכה" className="p-2 outline-none">
          {({ close }) =>
            shownCounts.length === 0 ? (
              <p className="p-3 text-ink-3">שום דבר לא מחכה לכם עכשיו.</p>
            ) : (
              <ul className="grid">
                {shownCounts.map(({ key, label, to, urgent: isUrgent }) => (
                  <li key={key}>
                    <Link
                      to={to ?? '/'}
                      onClick={close}
                      className="flex min-h-11 items-center justify-between gap-3 rounded-sm px-3 hover:bg-ground-2"
                    >
                      {label}
                      <span className={`font-semibold tabular-nums ${isUrgent ? 'text-danger' : ''}`}>
                        {formatNumber(waiting[key] ?? 0)}
                      </span>
                    </Link>
                  </li>
                ))}
              </ul>
            )
          }
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}

const themeLooks: { theme: Theme; label: string; icon: typeof Sun }[] = [
  { theme: 'light', label: 'בהיר', icon: Sun },
  { theme: 'dark', label: 'כהה', icon: Moon },
  { theme: 'system', label: 'לפי המערכת', icon: Monitor },
];

function OwnMenu({ data: { name, email, roles, permissions, theme } }: { data: OfficeShell }) {
  return (
    <DialogTrigger>
      <AriaButton className={ICON_BUTTON} aria-label={`החשבון שלי: ${name}`}>
        <UserRound aria-hidden className="size-5" />
      </AriaButton>
      <Popover placement="bottom end" className={BOX}>
        <Dialog aria-label="החשבון שלי" className="grid gap-3 p-4 outline-none">
          {({ close }) => (
            <>
              <div>
                <p className="font-semibold">{name}</p>
                <p className="text-sm text-ink-3">{roles.join(', ')}</p>
                <p className="text-xs text-ink-3">
                  <bdi>{email}</bdi>
                </p>
              </div>
              <Link
                to="/account"
                onClick={close}
                className={buttonLook({ variant: 'secondary', size: 'sm', wide: true })}
              >
                כניסה, סיסמה ומכשירים
              </Link>
              {!permissions.includes('approvals.decide') && (
                <Link
                  to={ownRequests.to}
                  onClick={close}
                  className={buttonLook({ variant: 'secondary', size: 'sm', wide: true })}
                >
                  {ownRequests.label}
                </Link>
              )}
              <ThemeSwitch theme={theme} />
              <Form method="post" action="/sign-out">
                <button type="submit" className={buttonLook({ variant: 'secondary', size: 'sm', wide: true })}>
                  יציאה
                </button>
              </Form>
            </>
          )}
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}

function ThemeSwitch({ theme }: { theme: Theme }) {
  const { submit } = useFetcher();
  const { pathname, search } = useLocation();
  const [chosen, setChosen] = useState(theme);
  const choose = (next: Theme) => {
    setChosen(next);
    document.documentElement.dataset.theme = next;
    submit({ theme: next, back: pathname + search }, { method: 'post', action: '/preferences' });
  };
  return (
    <fieldset className="grid gap-1">
      <legend className="pb-1 text-xs text-ink-3">מראה</legend>
      <div className="grid grid-cols-3 gap-1">
        {themeLooks.map(({ theme: one, label, icon: Icon }) => (
          <label
            key={one}
            className="grid min-h-14 cursor-pointer place-items-center content-center gap-1 rounded-sm border border-line text-center text-xs has-checked:border-action has-checked:bg-action-wash has-focus-visible:outline-2"
          >
            <input
              type="radio"
              name="theme"
              value={one}
              checked={chosen === one}
              onChange={() => choose(one)}
              className="sr-only"
            />
            <Icon aria-hidden className="size-4.5" />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
