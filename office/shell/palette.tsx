import { Search } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { formatNumber } from '#domain/text/format.ts';
import type { Found, FoundKind } from '#server/office/search.ts';
import { Dialog, opensHere } from '#ui/dialog.tsx';
import { SEARCH_UNANSWERED, useFound } from '../components/use-call.ts';
import { pagesFor } from './navigation.ts';
import type { OfficeShell } from './shell.tsx';

type Choice = { id: string; title: string; detail: string; to: string };
type Group = { name: string; choices: Choice[] };
type SearchState = ReturnType<typeof useFound>['state'];

/** Milliseconds after the last letter. */
const PAUSE_MS = 120;

const kinds: { kind: FoundKind; name: string; to: (uuid: string) => string }[] = [
  { kind: 'order', name: 'הזמנות', to: (uuid) => `/orders/${uuid}` },
  { kind: 'vehicle', name: 'רכבים', to: (uuid) => `/orders/${uuid}` },
  { kind: 'customer', name: 'לקוחות', to: (uuid) => `/customers/${uuid}` },
  { kind: 'lead', name: 'פניות', to: (uuid) => `/leads/${uuid}` },
  { kind: 'document', name: 'מסמכים', to: (uuid) => `/documents/${uuid}` },
  { kind: 'product', name: 'מוצרים', to: (uuid) => `/products/${uuid}` },
];

/** Search everywhere, and every page, by keyboard: arrows move, Enter opens, Escape closes. */
export function Palette({ data, open, onClose }: { data: OfficeShell; open: boolean; onClose: () => void }) {
  const { pathname } = useLocation();
  useEffect(() => rememberPage(pathname), [pathname]);
  return (
    <Dialog open={open} onClose={onClose} title="חיפוש ופעולות" width="w-full sm:w-[40rem]">
      {open && <PaletteBox data={data} onClose={onClose} />}
    </Dialog>
  );
}

function PaletteBox({ data, onClose }: { data: OfficeShell; onClose: () => void }) {
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const navigate = useNavigate();
  const id = useId();
  const { groups, state } = useGroups(data, text.trim());
  const busy = state === 'asking';
  const choices = groups.flatMap((group) => group.choices);
  const current = choices[Math.min(active, choices.length - 1)];
  const go = (choice: Choice) => {
    onClose();
    navigate(choice.to);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && choices.length > 0) {
      event.preventDefault();
      setActive((active + step + choices.length) % choices.length);
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault();
      if (current) go(current);
    }
  };
  return (
    <div className="grid">
      <div className="relative border-b border-line">
        <Search aria-hidden className="pointer-events-none absolute start-4 top-4 size-5 text-ink-3" />
        <input
          ref={opensHere}
          role="combobox"
          aria-label="טלפון, שם, מספר הזמנה, מספר רישוי, שלדה, מק״ט, דגם או דף"
          aria-expanded={choices.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={current && `${id}-${current.id}`}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          dir="auto"
          maxLength={80}
          value={text}
          placeholder="טלפון, שם, מספר הזמנה, מספר רישוי, מק״ט…"
          onChange={(event) => {
            setText(event.target.value);
            setActive(0);
          }}
          onKeyDown={onKeyDown}
          className="w-full bg-transparent px-12 py-3.5 outline-none"
        />
      </div>
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label="תוצאות"
        aria-busy={busy}
        className="max-h-[min(28rem,60dvh)] overflow-y-auto p-2"
      >
        {groups.map(({ name, choices: shown }) => (
          <div key={name} role="group" aria-label={name} className="pb-2">
            <p aria-hidden className="px-3 py-1 text-xs font-semibold text-ink-3">
              {name}
            </p>
            {shown.map((choice) => (
              <Option
                key={choice.id}
                id={`${id}-${choice.id}`}
                choice={choice}
                active={choice.id === current?.id}
                onChoose={() => go(choice)}
              />
            ))}
          </div>
        ))}
      </div>
      <p
        role="status"
        className={state !== 'lost' && choices.length > 0 ? 'sr-only' : 'px-5 pb-6 text-center text-ink-3'}
      >
        {toldOf(state, choices.length)}
      </p>
    </div>
  );
}

function toldOf(state: SearchState, results: number): string {
  if (state === 'lost') return SEARCH_UNANSWERED;
  if (state === 'asking') return 'מחפשים…';
  if (results === 0) return 'לא נמצא דבר כזה.';
  return results === 1 ? 'תוצאה אחת' : `${formatNumber(results)} תוצאות`;
}

function Option({
  id,
  choice: { title, detail },
  active,
  onChoose,
}: {
  id: string;
  choice: Choice;
  active: boolean;
  onChoose: () => void;
}) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the field has the keys and the focus
    <div
      ref={(element) => {
        if (active) element?.scrollIntoView({ block: 'nearest' });
      }}
      id={id}
      role="option"
      aria-selected={active}
      onClick={onChoose}
      className="flex min-h-11 cursor-pointer flex-wrap items-center gap-x-3 rounded-sm px-3 py-1.5 hover:bg-ground-2 aria-selected:bg-action-wash"
    >
      <bdi className="font-semibold">{title}</bdi>
      <span className="text-sm text-ink-3">
        <bdi>{detail}</bdi>
      </span>
    </div>
  );
}

/** What fits the text: pages and actions at once, the rest when the server has answered for this text. */
function useGroups(data: OfficeShell, text: string): { groups: Group[]; state: SearchState } {
  const isSearchable = text.length >= 2;
  const reply = useFound<Found>(isSearchable ? `/search?${new URLSearchParams({ q: text })}` : null, PAUSE_MS);
  const pages: Choice[] = pagesFor(data.permissions)
    .filter(({ label }) => label.includes(text))
    .map(({ to, label }) => ({ id: `page-${to}`, title: label, detail: 'דף', to }));
  const results = reply.state === 'answered' ? reply.found : [];
  const resultGroups = kinds.map(({ kind, name, to }) => ({
    name,
    choices: results
      .filter((one) => one.kind === kind)
      .map(
        ({ uuid, title, detail, store }): Choice => ({
          id: `${kind}-${uuid}`,
          title,
          detail: [detail, store].filter(Boolean).join(' · '),
          to: to(uuid),
        }),
      ),
  }));
  const recent: Group = {
    name: 'לאחרונה',
    choices: text ? [] : readRecent().map(({ to, title }) => ({ id: `recent-${to}`, title, detail: '', to })),
  };
  const groups = [recent, ...resultGroups, { name: 'דפים', choices: pages }].filter(
    ({ choices }) => choices.length > 0,
  );
  return { groups, state: isSearchable ? reply.state : 'answered' };
}

const KEY = 'office-recent';
const KEPT = 8;

type RecentPage = { to: string; title: string };

/**
 * Pages of single things that this tab has shown, newest first. The tab forgets them: names of people may be among
 * them.
 */
function readRecent(): RecentPage[] {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? '[]');
  } catch {
    return [];
  }
}

/** By its heading. */
function rememberPage(pathname: string): void {
  const title = document.querySelector('main h1')?.textContent?.trim();
  if (!title || !/^\/[\w-]+\/[\w-]+/.test(pathname)) return;
  const others = readRecent().filter(({ to }) => to !== pathname);
  try {
    sessionStorage.setItem(KEY, JSON.stringify([{ to: pathname, title }, ...others].slice(0, KEPT)));
  } catch {
    // No storage: nothing is recent.
  }
}
