import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigationType, useSearchParams } from 'react-router';
import { Button, ButtonLink } from '#ui/button.tsx';
import { useToast } from '#ui/toasts.tsx';
import { readValue, writeValue } from '~/browser-storage.ts';
import { isText } from '~/device-list.ts';
import {
  applyChange,
  type Compared,
  comparePath,
  getCompared,
  isKept,
  keyOf,
  setCompared,
  useCompared,
  whichOf,
} from './compared-list.ts';

/** In the tab: the history entries, and what each compared, that were one's own. Back leads to them, also anew. */
const OWN_KEY = 'own_comparisons';
const MAX_OWN = 50;
const ownEntries = (): string[] => readValue(OWN_KEY, isTexts, 'sessionStorage') ?? [];
const isTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every(isText);

/**
 * Keeps the shown comparison on the device while it is one's own: what was kept, or what one made of it on this page.
 * Only what changed here is written, as another tab may have added to it. One that came by a link is only shown where
 * there is another one of one's own. @returns whether it is such a one, and what makes it one's own; that returns what
 * takes it back
 */
export function useOwnComparison(shown: Compared[]): { isShared: boolean; keep: () => () => void } {
  const [isShared, setShared] = useState(false);
  const isMove = useNavigationType() === 'POP';
  const [search] = useSearchParams();
  /** What the page showed before, while that was one's own. */
  const before = useRef<Compared[]>(null);
  const entry = `${useLocation().key} ${keyOf(shown)}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each comparison and history entry
  useEffect(() => {
    if (shown.length === 0) return;
    const storedVehicles = getCompared();
    const isEdited = before.current !== null && !isMove;
    // The address may name one's own comparison though a vehicle of it has left the shop or has another address now.
    const isAskedFor = keyOf(whichOf(search.get('ids'))) === keyOf(storedVehicles);
    const isFormer = ownEntries().includes(entry);
    const isOwn = storedVehicles.length === 0 || isAskedFor || isKept(shown) || isEdited || isFormer;
    if (storedVehicles.length === 0 || isAskedFor) setCompared(shown);
    else if (isOwn && before.current) applyChange(before.current, shown);
    before.current = isOwn ? shown : null;
    setShared(!isOwn);
    if (isOwn) noteOwn(entry);
  }, [entry]);
  function keep() {
    const [storedVehicles, entries] = [getCompared(), ownEntries()];
    setCompared(shown);
    before.current = shown;
    setShared(false);
    noteOwn(entry);
    return () => {
      setCompared(storedVehicles);
      before.current = null;
      setShared(true);
      writeValue(OWN_KEY, entries, 'sessionStorage');
    };
  }
  return { isShared, keep };
}

const noteOwn = (entry: string): void =>
  writeValue(OWN_KEY, [...new Set([...ownEntries(), entry])].slice(-MAX_OWN), 'sessionStorage');

/** Says that it isn't one's own, and offers both. */
export function SharedComparison({ onKeep }: { onKeep: () => () => void }) {
  const storedVehicles = useCompared();
  const toast = useToast();
  function keep() {
    const undo = onKeep();
    toast({ kind: 'success', title: 'ההשוואה נשמרה אצלכם', action: { label: 'ביטול', onPress: undo } });
    // The pressed button has gone.
    document.querySelector('main')?.focus({ preventScroll: true });
  }
  return (
    <section aria-label="השוואה מקישור" className="grid gap-3 rounded-lg bg-ground-2 p-4 print:hidden">
      <p role="status">זו השוואה שנפתחה מקישור. ההשוואה שלכם נשארת שמורה.</p>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" onClick={keep}>
          שמירה במקום ההשוואה שלי
        </Button>
        <ButtonLink to={comparePath(storedVehicles)} size="sm" variant="secondary">
          להשוואה שלי
        </ButtonLink>
      </div>
    </section>
  );
}
