import { createContext, type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { Button } from '#ui/button.tsx';
import { useToast } from '#ui/toasts.tsx';
import type { ActionReply } from '../load.ts';
import { RefusedReply } from './refused-reply.tsx';
import { useCall } from './use-call.ts';
import { WhenFields } from './when-fields.tsx';

type Props = {
  /** The call that the form makes: a key of the page's `act({ … })`. */
  call: string;
  /** On the button. */
  submit: string;
  danger?: boolean;
  /** Of its button: what is not the page's next step is quieter. */
  variant?: 'primary' | 'secondary' | 'quiet';
  /** Another page's action. */
  action?: string;
  /**
   * Its call is declared so: it may be made now, at a moment, or be put into a draft; `only` that, by who prepares what
   * others publish; `endless`: without a day on which it is taken back.
   */
  draftable?: boolean | 'only' | 'endless';
  /** As `FormAnswer`. */
  onDone?: (reply: ActionReply, sent: FormData) => void;
  onRefused?: (reply: ActionReply) => void;
  /** Called when the call is sent and when it is answered. */
  onBusy?: (isBusy: boolean) => void;
  onCancel?: () => void;
  children?: ReactNode | ((reply: ActionReply | undefined) => ReactNode);
};

type Answer = { reply: ActionReply | undefined; sent: FormData };
/** The last answer to the form around, and what was sent for it: something may have been typed since. */
export const FormAnswer = createContext<Answer>({ reply: undefined, sent: new FormData() });

/**
 * A form that makes one call: pending while it does, tells the outcome, shows what was refused where it is. It works as
 * a plain form until the page's scripts have loaded.
 */
export function ActionForm({
  call,
  submit,
  danger,
  variant,
  action,
  draftable,
  onDone,
  onRefused,
  onBusy,
  onCancel,
  children,
}: Props) {
  const fetcher = useCall();
  const toast = useToast();
  const navigate = useNavigate();
  const error = useRef<HTMLDivElement>(null);
  const errorId = useId();
  const sentForm = useRef(new FormData());
  // Beside a button that cancels something, "cancel" would be read as the same.
  const isCancellation = /בטל|ביטול/.test(submit);
  const isBusy = fetcher.state === 'submitting';
  const reply = fetcher.data;
  const draft = (draftable && reply?.ok && (reply.result as { draft?: string } | undefined)?.draft) || undefined;
  const answer = useMemo(() => ({ reply, sent: sentForm.current }), [reply]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each change
  useEffect(() => onBusy?.(isBusy), [isBusy]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each reply
  useEffect(() => {
    if (!reply) return;
    if (reply.ok) {
      const action = draft ? { label: 'לטיוטה', onPress: () => navigate(`/drafts/${draft}`) } : undefined;
      toast({ kind: 'success', title: reply.message ?? 'נשמר', ...(action && { action }) });
      onDone?.(reply, sentForm.current);
    } else {
      error.current?.focus();
      onRefused?.(reply);
    }
  }, [reply]);
  return (
    <fetcher.Form
      method="post"
      action={action}
      className="grid gap-3"
      aria-describedby={errorId}
      onSubmit={({ currentTarget }) => {
        sentForm.current = new FormData(currentTarget);
      }}
    >
      <CallFields call={call} reply={reply} />
      {reply && !reply.ok && <RefusedReply ref={error} id={errorId} reply={reply} />}
      <FormAnswer value={answer}>{typeof children === 'function' ? children(reply) : children}</FormAnswer>
      {draftable && <WhenFields draftOnly={draftable === 'only'} ends={draftable !== 'endless'} draft={draft} />}
      <div className="flex flex-wrap gap-2">
        <Button
          type="submit"
          size="sm"
          busy={fetcher.state !== 'idle'}
          {...(variant && { variant })}
          className={danger ? 'bg-danger text-ground hover:bg-danger' : ''}
        >
          {submit}
        </Button>
        {onCancel && (
          <Button variant="secondary" size="sm" disabled={isBusy} onClick={onCancel}>
            {isCancellation ? 'חזרה' : 'ביטול'}
          </Button>
        )}
      </div>
    </fetcher.Form>
  );
}

/**
 * Names the call, and the form itself: sent twice, it is carried out once. After each success it is another form. The
 * page keeps the key that the server wrote.
 */
export function CallFields({ call, reply }: { call: string; reply: ActionReply | undefined }) {
  const [key, setKey] = useState(() => crypto.randomUUID());
  useEffect(() => {
    if (reply?.ok) setKey(crypto.randomUUID());
  }, [reply]);
  return (
    <>
      <input type="hidden" name="_call" value={call} />
      <input type="hidden" name="_key" value={key} suppressHydrationWarning />
    </>
  );
}
