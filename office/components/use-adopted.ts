import { useState } from 'react';
import type { ActionReply } from '../load.ts';

type Ways<Stored, Held> = {
  /** As the form holds it. */
  toHeld: (stored: Stored) => Held;
  /** What the form sends of it, by which two are compared. */
  toSent: (held: Held) => unknown;
  /** What a form begins with that went on while it was saved; without it, with what is stored by now. */
  rebase?: (stored: Stored, sent: unknown) => Stored;
};

const wentToDraft = ({ result }: ActionReply): boolean => Boolean((result as { draft?: string } | undefined)?.draft);

/**
 * What a form holds of something stored. Read anew, that is adopted unless the form holds what isn't saved: then it stays as typed,
 * with what it began with (`began`), so that the server sees what somebody else saved meanwhile.
 */
export function useAdopted<Stored, Held>(
  stored: Stored,
  { toHeld, toSent, rebase = (now) => now }: Ways<Stored, Held>,
) {
  const source = JSON.stringify(stored);
  const [seen, setSeen] = useState(source);
  const [began, setBegan] = useState(stored);
  const [held, setHeld] = useState(() => toHeld(stored));
  const [sent, setSent] = useState<{ text: string; isStored: boolean } | null>(null);
  const text = JSON.stringify(toSent(held));
  const isDirty = text !== sent?.text && text !== JSON.stringify(toSent(toHeld(began)));
  const adopt = () => {
    setSeen(source);
    setBegan(stored);
    setHeld(toHeld(stored));
    setSent(null);
  };
  if (source !== seen && !isDirty) adopt();
  else if (source !== seen && sent?.isStored) {
    // One's own save, and something was typed before its answer.
    setSeen(source);
    setBegan(rebase(stored, JSON.parse(sent.text)));
    setSent(null);
  }
  return {
    held,
    setHeld,
    began,
    setBegan,
    /** As it is sent. */
    text,
    isDirty,
    /** Somebody else has saved it meanwhile. */
    isOther: source !== seen && isDirty,
    adopt,
    /** To be called with the answer to what was sent. @returns whether nothing was typed since. */
    done: (reply: ActionReply, what: unknown): boolean => {
      const answered = JSON.stringify(what);
      setSent({ text: answered, isStored: !wentToDraft(reply) });
      return answered === text;
    },
  };
}
