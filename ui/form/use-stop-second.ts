import { type FormEvent, startTransition, useEffect, useRef, useState } from 'react';
import { SUBMISSION_OVER } from '../lost-submission.ts';

/**
 * React Router shows that a form is on its way in a transition, so a moment after the press; until then, or until it
 * was answered, a second press is stopped. No longer than this (ms): a form may be stopped before it reaches the
 * network.
 */
const SHOWN_MS = 3_000;

/**
 * For a form of the page's action, which would answer a second press as one about what is done already.
 * @param busy whether it is shown to be on its way; a busy button stops further presses by itself
 * @param reply the action's answer: one object until the next one
 * @returns the form's `onSubmit`
 */
export function useStopSecond(busy: boolean, reply?: unknown): (event: FormEvent) => void {
  const sentAt = useRef(-Infinity);
  const [answers, setAnswers] = useState(0);
  useEffect(() => {
    // Shown together with what React Router makes of the answer, and of the press.
    const count = () => startTransition(() => setAnswers((before) => before + 1));
    window.addEventListener(SUBMISSION_OVER, count);
    return () => window.removeEventListener(SUBMISSION_OVER, count);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: an answer may come before `busy` was ever shown
  useEffect(() => {
    if (!busy) sentAt.current = -Infinity;
  }, [busy, reply, answers]);
  return (event) => {
    if (event.timeStamp - sentAt.current < SHOWN_MS) event.preventDefault();
    else sentAt.current = event.timeStamp;
  };
}
