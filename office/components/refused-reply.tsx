import type { Ref } from 'react';
import type { ActionReply } from '../load.ts';

type Props = { reply: Pick<ActionReply, 'message' | 'errors' | 'details'>; id?: string; ref?: Ref<HTMLDivElement> };

/** What a call refused, with each field's own reason. Takes the focus where the form gives it. */
export const RefusedReply = ({ reply: { message, errors, details }, id, ref }: Props) => (
  <div ref={ref} id={id} tabIndex={-1} role="alert" className="rounded-sm bg-danger-wash p-3 text-danger">
    <p className="font-semibold">{message}</p>
    {typeof details === 'string' && <bdi className="block text-sm">{details}</bdi>}
    {errors?.map((error) => (
      <p key={error.path} className="text-sm">
        {error.message}
      </p>
    ))}
  </div>
);

/** The `error` of a field, by what the call refused. */
export const fieldError = (errors: ActionReply['errors'], name: string): { error?: string } => {
  const error = errors?.find(({ path }) => path === name)?.message;
  return error ? { error } : {};
};
