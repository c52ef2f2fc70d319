import { useState } from 'react';
import type { ActionReply } from '../load.ts';
import { isRecord } from './structure/fields.ts';
import { useUnsaved } from './unsaved.tsx';

type Ways<Stored, Held> = {
  /** As the form holds it. */
  toHeld: (stored: Stored) => Held;
  /** What the form sends of it, by which two are compared. */
  toSent: (held: Held) => unknown;
};

/** Kept for a later publication: nothing that is stored has changed. */
export const wentToDraft = ({ result }: ActionReply): boolean =>
  Boolean((result as { draft?: string } | undefined)?.draft);

/**
 * What a form begins with that was typed in while it was saved: where the save changed something, what is stored of it
 * by now (the server may write it in another way); else what it began with, so that others' changes stay.
 */
function rebased(stored: unknown, baseline: unknown, was: unknown, sent: unknown): unknown {
  if (isRecord(stored) && isRecord(baseline) && isRecord(was) && isRecord(sent))
    return Object.fromEntries(
      Object.keys({ ...baseline, ...stored }).map((key) => [
        key,
        rebased(stored[key], baseline[key], was[key], sent[key]),
      ]),
    );
  return JSON.stringify(was) === JSON.stringify(sent) ? baseline : stored;
}

/**
 * What a form holds of something stored. Read anew, that is adopted unless the form holds what isn't saved: then it
 * stays as typed, with what it began with (`baseline`), so that the server sees what somebody else saved meanwhile. Who
 * leaves it unsaved is asked.
 */
export function useAdopted<Stored, Held>(stored: Stored, { toHeld, toSent }: Ways<Stored, Held>) {
  const source = JSON.stringify(stored);
  const [seen, setSeen] = useState(source);
  const [baseline, setBaseline] = useState(stored);
  const [held, setHeld] = useState(() => toHeld(stored));
  const [sent, setSent] = useState<{ text: string; isStored: boolean } | null>(null);
  const text = JSON.stringify(toSent(held));
  const was = toSent(toHeld(baseline));
  const isDirty = text !== sent?.text && text !== JSON.stringify(was);
  const settled = useUnsaved(isDirty);
  const adopt = () => {
    setSeen(source);
    setBaseline(stored);
    setHeld(toHeld(stored));
    setSent(null);
  };
  if (source !== seen && !isDirty) adopt();
  else if (source !== seen && sent?.isStored) {
    // One's own save, and something was typed before its answer.
    setSeen(source);
    setBaseline(rebased(stored, baseline, was, JSON.parse(sent.text)) as Stored);
    setSent(null);
  }
  return {
    held,
    setHeld,
    baseline,
    setBaseline,
    /** As it is sent. */
    text,
    isDirty,
    /** Another person has saved it meanwhile. */
    isOther: source !== seen && isDirty,
    adopt,
    /** To be called with the answer to what was sent. */
    done: (reply: ActionReply, what: unknown): void => {
      const answered = JSON.stringify(what);
      setSent({ text: answered, isStored: !wentToDraft(reply) });
      if (answered === text) settled();
    },
  };
}
