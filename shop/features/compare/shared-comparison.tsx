import { useEffect, useRef, useState } from 'react';
import { useNavigationType, useSearchParams } from 'react-router';
import { Button, ButtonLink } from '#ui/button.tsx';
import { useToast } from '#ui/toasts.tsx';
import {
  type Compared,
  comparePath,
  getCompared,
  isKept,
  keyOf,
  setCompared,
  useCompared,
  whichOf,
} from './compared-list.ts';

/**
 * Keeps the shown comparison on the device while it is one's own: what was kept, or what one made of it on this page.
 * One that came by a link is only shown where there is another one of one's own. @returns whether it is such a one, and
 * what makes it one's own
 */
export function useOwnComparison(shown: Compared[]): { isShared: boolean; keep: () => void } {
  const [isShared, setShared] = useState(false);
  const isMove = useNavigationType() === 'POP';
  const [search] = useSearchParams();
  const isOwn = useRef(false);
  /** Own ones of this visit, which Back leads to. */
  const ownKeys = useRef(new Set<string>());
  const key = keyOf(shown);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each comparison
  useEffect(() => {
    if (shown.length === 0) return;
    const storedVehicles = getCompared();
    const isEdited = isOwn.current && !isMove;
    // The address may name one's own comparison though a vehicle of it has left the shop or has another address now.
    const isAskedFor = keyOf(whichOf(search.get('ids'))) === keyOf(storedVehicles);
    isOwn.current = storedVehicles.length === 0 || isAskedFor || isKept(shown) || ownKeys.current.has(key) || isEdited;
    setShared(!isOwn.current);
    if (!isOwn.current) return;
    ownKeys.current.add(key);
    setCompared(shown);
  }, [key]);
  function keep() {
    isOwn.current = true;
    ownKeys.current.add(key);
    setShared(false);
    setCompared(shown);
  }
  return { isShared, keep };
}

/** Says that it isn't one's own, and offers both. */
export function SharedComparison({ onKeep }: { onKeep: () => void }) {
  const storedVehicles = useCompared();
  const toast = useToast();
  function keep() {
    onKeep();
    toast({
      kind: 'success',
      title: 'ההשוואה נשמרה אצלכם',
      action: { label: 'ביטול', onPress: () => setCompared(storedVehicles) },
    });
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
