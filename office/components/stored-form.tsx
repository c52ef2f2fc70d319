import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { ActionReply } from '../load.ts';
import { ActionForm } from './action-form.tsx';
import { useUnsaved } from './unsaved.tsx';

type Props = Omit<Parameters<typeof ActionForm>[0], 'children'> & {
  /** Another one for each state of what the form shows. */
  stored: string;
  /** With the state that the fields began with. */
  children: ReactNode | ((reply: ActionReply | undefined, began: string) => ReactNode);
};

/** What names the form, what it began with (`was.price`, a version), and what confirms a single save. */
const NOT_TYPED = /^(?:_.*|was(?:\..*)?|version|confirmed)$/;

const typedIn = (fields: FormData): string =>
  JSON.stringify([...fields].filter(([name, value]) => !NOT_TYPED.test(name) && typeof value === 'string'));

/**
 * A form whose fields keep what is typed themselves. Where the page is read anew with another `stored`, the form begins anew with it,
 * unless something is typed that isn't saved: then it stays, the server tells what somebody else saved meanwhile, and whoever leaves is asked.
 */
export function StoredForm({ stored, onDone, children, ...form }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const [began, setBegan] = useState(stored);
  const [clean, setClean] = useState('');
  const now = () => typedIn(new FormData(box.current?.querySelector('form') ?? undefined));
  // biome-ignore lint/correctness/useExhaustiveDependencies: of the fields that begin with it
  useEffect(() => setClean(now()), [began]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is typed is looked at when something is read or saved
  useEffect(() => {
    if (stored !== began && now() === clean) setBegan(stored);
  }, [stored, clean]);
  useUnsaved(() => box.current !== null && now() !== clean);
  return (
    <div ref={box} className="contents">
      <ActionForm
        key={began}
        {...form}
        onDone={(reply, sent) => {
          setClean(typedIn(sent));
          onDone?.(reply, sent);
        }}
      >
        {typeof children === 'function' ? (reply) => children(reply, began) : children}
      </ActionForm>
    </div>
  );
}
