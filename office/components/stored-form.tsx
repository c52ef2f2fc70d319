import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { ActionReply } from '../load.ts';
import { ActionForm } from './action-form.tsx';
import { typedIn, useUnsaved } from './unsaved.tsx';
import { wentToDraft } from './use-adopted.ts';

type Props = Omit<Parameters<typeof ActionForm>[0], 'children'> & {
  /** Another one for each state of what the form shows. */
  stored: string;
  /** With the state that the fields began with. */
  children: ReactNode | ((reply: ActionReply | undefined, initial: string) => ReactNode);
};

/**
 * A form whose fields keep what is typed themselves. Where the page is read anew with another `stored`, the form begins
 * anew with it, unless something is typed that isn't saved: then it stays, the server tells what somebody else saved
 * meanwhile, and whoever leaves is asked. What one has saved oneself is nobody else's: what is typed after it stands
 * upon it.
 */
export function StoredForm({ stored, onDone, children, ...form }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const [initial, setInitial] = useState(stored);
  const [mounted, setMounted] = useState(0);
  const [clean, setClean] = useState('');
  /** One's own save is answered and not read anew yet. */
  const saved = useRef(false);
  const readTyped = () => typedIn(new FormData(box.current?.querySelector('form') ?? undefined));
  // biome-ignore lint/correctness/useExhaustiveDependencies: of the fields that begin with it
  useEffect(() => setClean(readTyped()), [mounted]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is typed is looked at when something is read or saved
  useEffect(() => {
    if (stored === initial) return;
    const isTyped = readTyped() !== clean;
    if (isTyped && !saved.current) return;
    saved.current = false;
    setInitial(stored);
    if (!isTyped) setMounted((times) => times + 1);
  }, [stored, clean]);
  useUnsaved(() => box.current !== null && readTyped() !== clean);
  return (
    <div ref={box} className="contents">
      <ActionForm
        key={mounted}
        {...form}
        onDone={(reply, sent) => {
          const text = typedIn(sent);
          saved.current = text !== clean && !wentToDraft(reply);
          setClean(text);
          onDone?.(reply, sent);
        }}
      >
        {typeof children === 'function' ? (reply) => children(reply, initial) : children}
      </ActionForm>
    </div>
  );
}
