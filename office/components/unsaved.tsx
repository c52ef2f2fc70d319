import { createContext, type ReactNode, type RefObject, useContext, useEffect, useId, useMemo, useRef } from 'react';
import { type Location, useBeforeUnload, useBlocker, useLocation, useNavigation } from 'react-router';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';

type IsDirty = () => boolean;
type Forms = { set: (id: string, isDirty: IsDirty | null) => void };
const UnsavedForms = createContext<Forms | null>(null);

type Way = Pick<Location, 'pathname' | 'search'>;
const storeOf = ({ search }: Way) => new URLSearchParams(search).get('store');

/**
 * To another page, or to the same one of another store, which the head's choice leads to by way of a page of its own.
 */
const leaves = (from: Way, to: Way): boolean => from.pathname !== to.pathname || storeOf(from) !== storeOf(to);

/**
 * Asks whoever leaves while a form of the page below holds what isn't saved. A router knows one blocker: all forms
 * share this one.
 */
export function UnsavedGuard({ children }: { children: ReactNode }) {
  const known = useRef(new Map<string, IsDirty>());
  const forms = useMemo<Forms>(
    () => ({ set: (id, isDirty) => void (isDirty ? known.current.set(id, isDirty) : known.current.delete(id)) }),
    [],
  );
  const isAnyDirty = () => [...known.current.values()].some((isDirty) => isDirty());
  useBeforeUnload((event) => {
    if (isAnyDirty()) event.preventDefault();
  });
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isAnyDirty() && leaves(currentLocation, nextLocation),
  );
  return (
    <UnsavedForms value={forms}>
      {children}
      {blocker.state === 'blocked' && (
        <Dialog open title="לצאת בלי לשמור?" onClose={() => blocker.reset()}>
          <div className="grid gap-4 p-5">
            <p>בדף יש שינויים שלא נשמרו, והם יאבדו.</p>
            <div className="flex gap-2">
              <Button size="sm" onClick={() => blocker.reset()}>
                להישאר
              </Button>
              <Button size="sm" variant="secondary" onClick={() => blocker.proceed()}>
                לצאת בלי לשמור
              </Button>
            </div>
          </div>
        </Dialog>
      )}
    </UnsavedForms>
  );
}

/**
 * Says of a form whether it holds what isn't saved; a function is called when somebody leaves. The answer ends that at
 * once, before a page that follows a save is gone to.
 */
export function useUnsaved(isDirty: boolean | IsDirty): () => void {
  const id = useId();
  const forms = useContext(UnsavedForms);
  useEffect(() => {
    forms?.set(id, typeof isDirty === 'function' ? isDirty : () => isDirty);
    return () => forms?.set(id, null);
  }, [forms, id, isDirty]);
  return () => forms?.set(id, null);
}

/** What names a form, what it began with (`was.price`, a version, what was seen), and what confirms a single save. */
const NOT_TYPED = /^(?:_.*|was(?:\..*)?|version|edition|seen|confirmed)$/;

/** Of a form whose fields keep what is typed themselves. */
export const typedIn = (fields: FormData): string =>
  JSON.stringify([...fields].filter(([name, value]) => !NOT_TYPED.test(name) && typeof value === 'string'));

/**
 * `useUnsaved` of a form that is sent by a script of its own: it holds something once it differs from what it began
 * with.
 */
export function useUnsavedForm(form: RefObject<HTMLFormElement | null>): () => void {
  const began = useRef('');
  const now = () => typedIn(new FormData(form.current ?? undefined));
  // biome-ignore lint/correctness/useExhaustiveDependencies: of the fields that it begins with
  useEffect(() => {
    began.current = now();
  }, []);
  return useUnsaved(() => form.current !== null && now() !== began.current);
}

/** Another page or store is on its way: what is typed from now on would be lost with the form. */
export function useIsLeaving(): boolean {
  const now = useLocation();
  const { location, formAction } = useNavigation();
  return location !== undefined && (formAction === '/preferences' || leaves(now, location));
}
