import { type Ref, useEffect, useRef, useState } from 'react';
import type { ActionReply } from '../load.ts';

type Props = { reply: Pick<ActionReply, 'message' | 'errors' | 'details'>; id?: string; ref?: Ref<HTMLDivElement> };

/**
 * What a call refused, with each field's own reason, which leads to the field. Takes the focus where the form gives it.
 */
export function RefusedReply({ reply: { message, errors, details }, id, ref }: Props) {
  const list = useRef<HTMLDivElement>(null);
  const [fields, setFields] = useState<Record<string, HTMLElement>>({});
  // The fields are the form's own, of whatever kind: they are found by their names.
  useEffect(() => {
    const form = list.current?.closest('form');
    const fieldsByPath: Record<string, HTMLElement> = {};
    for (const { path } of errors ?? []) {
      const name = path.replace(/\.(\d+)(?=\.|$)/g, '[$1]');
      const field = form?.querySelector<HTMLElement>(`[name="${CSS.escape(name)}"]:not([type="hidden"])`);
      if (field) fieldsByPath[path] = field;
    }
    setFields(fieldsByPath);
    for (const field of Object.values(fieldsByPath)) field.setAttribute('aria-invalid', 'true');
    return () => {
      for (const field of Object.values(fieldsByPath)) field.removeAttribute('aria-invalid');
    };
  }, [errors]);
  return (
    <div ref={ref} id={id} tabIndex={-1} role="alert" className="rounded-sm bg-danger-wash p-3 text-danger">
      <p className="font-semibold">{message}</p>
      {typeof details === 'string' && <bdi className="block text-sm">{details}</bdi>}
      <div ref={list}>
        {errors?.map(({ path, message: reason }) =>
          fields[path] ? (
            <button
              key={path}
              type="button"
              className="block min-h-6 text-start text-sm underline underline-offset-2"
              onClick={() => fields[path]?.focus()}
            >
              {reason}
            </button>
          ) : (
            <p key={path} className="text-sm">
              {reason}
            </p>
          ),
        )}
      </div>
    </div>
  );
}

/** The `error` of a field, by what the call refused. */
export const fieldError = (errors: ActionReply['errors'], name: string): { error?: string } => {
  const error = errors?.find(({ path }) => path === name)?.message;
  return error ? { error } : {};
};
