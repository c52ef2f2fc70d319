import { createContext, type ReactNode, type RefObject, useContext, useEffect, useId, useMemo, useRef } from 'react';
import { type Location, useBeforeUnload, useBlocker, useLocation, useNavigation } from 'react-router';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';

type IsDirty = () => boolean;
type Forms = { set: (id: string, isDirty: IsDirty | null) => void };
const UnsavedForms = createContext<Forms | null>(null);

type PageUrl = Pick<Location, 'pathname' | 'search'>;
const storeOf = ({ search }: PageUrl) => new URLSearchParams(search).get('store');

/** Whether a navigation leads to another page, or to the same page of another store. */
const leaves = (from: PageUrl, to: PageUrl): boolean => from.pathname !== to.pathname || storeOf(from) !== storeOf(to);

/**
 * Asks before the page is left while a form in `children` has unsaved changes. A router has one blocker: all forms
 * share this one.
 */
export function UnsavedGuard({ children }: { children: ReactNode }) {
  const dirtyChecks = useRef(new Map<string, IsDirty>());
  const forms = useMemo<Forms>(
    () => ({
      set: (id, isDirty) => void (isDirty ? dirtyChecks.current.set(id, isDirty) : dirtyChecks.current.delete(id)),
    }),
    [],
  );
  const isAnyDirty = () => [...dirtyChecks.current.values()].some((isDirty) => isDirty());
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
 * Registers whether a form has unsaved changes; a function is called when the page is left. Returns a function that
 * marks the form clean before the redirect that follows a save.
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

/** Fields of a form's call, of its initial values (`was.price`, a version, what was seen) and of a confirmation. */
const NOT_TYPED = /^(?:_.*|was(?:\..*)?|version|edition|seen|confirmed)$/;

/** What is typed in a form with uncontrolled fields, as a text to compare. */
export const typedIn = (fields: FormData): string =>
  JSON.stringify([...fields].filter(([name, value]) => !NOT_TYPED.test(name) && typeof value === 'string'));

/** `useUnsaved` for a form that its own script sends: it is dirty once it differs from its initial fields. */
export function useUnsavedForm(form: RefObject<HTMLFormElement | null>): () => void {
  const initial = useRef('');
  const readTyped = () => typedIn(new FormData(form.current ?? undefined));
  // biome-ignore lint/correctness/useExhaustiveDependencies: of the fields that it begins with
  useEffect(() => {
    initial.current = readTyped();
  }, []);
  return useUnsaved(() => form.current !== null && readTyped() !== initial.current);
}

/**
 * Whether another page or store is loading: what is typed from now on would be lost with the form. `/preferences`
 * stores the chosen store (or theme), then redirects.
 */
export function useIsLeaving(): boolean {
  const current = useLocation();
  const { location, formAction } = useNavigation();
  return location !== undefined && (formAction === '/preferences' || leaves(current, location));
}
