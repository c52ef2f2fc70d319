import { Search, X } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { IconButton } from '#ui/button.tsx';
import { usePressBeside } from '#ui/dialog.tsx';
import { useGo } from '#ui/hooks/use-go.ts';
import { readValue, writeValue } from '../../browser-storage.ts';
import { OptionList, optionId } from './option-list.tsx';
import { type Option, optionGroups, searchPath } from './options.ts';
import { Corrected, Failed, listStatus, NoSuggestions, Waiting } from './suggestion-states.tsx';
import { useSuggestions } from './use-suggestions.ts';

/** Queries made on this device, descending by time. Storage is per origin, so each store has its own. */
const KEY = 'recentSearches';
const MAX_RECENT = 5;

const isList = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string' && one.length <= 200);

const recentSearches = (): string[] => (readValue(KEY, isList) ?? []).slice(0, MAX_RECENT);

function rememberSearch(search: string): void {
  const text = search.trim();
  if (text === '') return;
  writeValue(KEY, [text, ...recentSearches().filter((one) => one !== text)].slice(0, MAX_RECENT));
}

const forgetSearches = (): void => writeValue(KEY, null);

/** The search over the page: a text field with suggestions (ARIA combobox), full-screen on a phone. */
export default function SearchDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const listId = useId();
  const go = useGo();
  const { key } = useLocation();
  const shownOn = useRef(key);
  const [text, setText] = useState('');
  /** The chosen option's target: by its place it would be another one as soon as the list changes. */
  const [chosenTarget, setChosenTarget] = useState<string | null>(null);
  const [recent, setRecent] = useState<string[]>([]);
  const { suggestions, busy, error, retry } = useSuggestions(text.trim(), open);

  useEffect(() => {
    if (!open) return dialog.current?.close();
    if (!dialog.current?.open) dialog.current?.showModal();
    setRecent(recentSearches());
    setChosenTarget(null);
    field.current?.select();
  }, [open]);
  // Only another page closes it: the effect also runs when the search has just loaded.
  useEffect(() => {
    if (shownOn.current !== key) dialog.current?.close();
    shownOn.current = key;
  }, [key]);

  const groups = suggestions ? optionGroups(suggestions, recent) : [];
  const options = groups.flatMap((group) => group.options);
  const active = options.findIndex(({ to }) => to === chosenTarget);

  function type(value: string) {
    setText(value);
    setChosenTarget(null);
  }

  function choose(option: Option) {
    if (option.kind === 'search') rememberSearch(option.search);
    else if (suggestions?.search && option.kind !== 'article') rememberSearch(suggestions.search);
    if (option.kind === 'search') setText(option.search);
    onClose();
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (text.trim() === '') return;
    rememberSearch(text);
    go(searchPath(text.trim()));
    // Without a connection it stays, as it does when an option is pressed.
    if (navigator.onLine) onClose();
  }

  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      // One position beyond the options is the text field itself.
      const places = options.length + 1;
      const next = ((active + 1 + step + places) % places) - 1;
      setChosenTarget(options[next]?.to ?? null);
      document.getElementById(optionId(listId, next))?.scrollIntoView({ block: 'nearest' });
      event.preventDefault();
    } else if (event.key === 'Enter' && active >= 0 && !event.nativeEvent.isComposing) {
      document.getElementById(optionId(listId, active))?.click();
      event.preventDefault();
    } else if (event.key === 'Escape' && !event.nativeEvent.isComposing) {
      // Chromium would empty the field and leave the dialog open.
      event.preventDefault();
      onClose();
    }
  }

  return (
    <dialog
      ref={dialog}
      aria-label="חיפוש"
      onClose={onClose}
      {...usePressBeside(onClose)}
      className="opening opening-center mx-auto h-dvh w-full bg-ground text-ink shadow-floating backdrop:bg-black/50 md:mt-6 md:h-fit md:max-h-[calc(100dvh-3rem)] md:max-w-[min(46rem,100%-4rem)] md:rounded-xl"
    >
      <div className="flex h-full max-h-[inherit] flex-col">
        <form
          role="search"
          action="/category"
          onSubmit={onSubmit}
          className="flex flex-wrap items-center justify-end gap-2 border-b border-line p-2 md:p-3"
        >
          <label className="relative grow basis-40">
            <span className="sr-only">מה לחפש?</span>
            <Search
              aria-hidden
              className="pointer-events-none absolute inset-y-0 start-3 my-auto size-6 text-ink-3 md:start-4"
            />
            <input
              ref={field}
              type="search"
              name="search"
              role="combobox"
              aria-expanded={options.length > 0}
              aria-controls={listId}
              aria-autocomplete="list"
              aria-activedescendant={active >= 0 ? optionId(listId, active) : undefined}
              autoComplete="off"
              autoCorrect="off"
              autoCapitalize="off"
              spellCheck={false}
              enterKeyHint="search"
              maxLength={200}
              placeholder="דגם, קטגוריה או מק״ט"
              value={text}
              onChange={(event) => type(event.currentTarget.value)}
              onKeyDown={onKeyDown}
              className="h-13 w-full rounded-md bg-ground ps-12 pe-3 text-start text-lg placeholder:text-ink-3 md:ps-14 [&::-webkit-search-cancel-button]:hidden"
            />
          </label>
          {text !== '' && (
            <button
              type="button"
              className="min-h-11 rounded-md px-3 text-sm font-semibold hover:bg-ground-2"
              onClick={() => {
                type('');
                field.current?.focus();
              }}
            >
              ניקוי
            </button>
          )}
          <IconButton label="סגירה" onClick={onClose}>
            <X aria-hidden />
          </IconButton>
        </form>
        <p role="status" className="sr-only">
          {listStatus(options.length, busy, error, suggestions)}
        </p>
        <div className="grow overflow-y-auto overscroll-contain">
          {error ? (
            <Failed message={error} onRetry={retry} />
          ) : suggestions ? (
            <>
              <Corrected suggestions={suggestions} />
              <NoSuggestions suggestions={suggestions} />
              <OptionList id={listId} groups={groups} active={active} busy={busy} onChoose={choose} />
              {text.trim() === '' && recent.length > 0 && (
                <button
                  type="button"
                  className="mx-3 mb-4 min-h-11 rounded-md px-2 text-sm font-semibold text-ink-2 hover:bg-ground-2 md:mx-5"
                  onClick={() => {
                    forgetSearches();
                    setRecent([]);
                    field.current?.focus();
                  }}
                >
                  מחיקת החיפושים האחרונים
                </button>
              )}
            </>
          ) : (
            <Waiting />
          )}
        </div>
      </div>
    </dialog>
  );
}
