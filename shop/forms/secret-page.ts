import { useEffect, useState } from 'react';
import { useNavigation } from 'react-router';
import type { ZodType } from 'zod';
import type { FormReply, FormValues } from '#domain/forms/parse-form.ts';
import { useForm } from '#ui/form/use-form.ts';
import { track } from '../track.ts';
import { useFormDraft } from './draft.ts';

/** The reason of a refusal, or the secret of what was made (`null`: a filled honeypot). */
export type SecretPageReply = FormReply | { secret: string | null } | undefined;

type Options = {
  /** The page of what is made has the address `/<path>/<secret>`. */
  path: string;
  /** What is typed is kept under this key in the tab until it was received (`useFormDraft`). */
  draft: string;
  /** What the fields hold at first. */
  values: FormValues;
  /** What is measured. */
  lead: { source: string; type: string };
};

/**
 * A form that makes something with a page of its own, and goes there. `scripts`: false until scripts run; with them the
 * form says so, and is answered by the secret instead of a redirect.
 */
export function useSecretPageForm<Schema extends ZodType>(
  schema: () => Promise<Schema>,
  reply: SecretPageReply,
  { path, draft, values, lead: { source, type } }: Options,
) {
  const [scripts, setScripts] = useState(false);
  useEffect(() => setScripts(true), []);
  const secret = reply && 'secret' in reply ? reply.secret : undefined;
  useEffect(() => {
    if (secret === undefined) return;
    if (secret) track('lead', { source, type });
    // A new document without measuring, as its URL is a secret.
    location.assign(secret ? `/${path}/${secret}` : '/');
  }, [secret, path, source, type]);
  const form = useForm(schema, {
    reply: reply && 'errors' in reply ? reply : undefined,
    values,
    // Another page on its way is of another choice, which the form doesn't hold yet.
    busy: useNavigation().state !== 'idle' || secret !== undefined,
  });
  useFormDraft(draft, form.id, secret === undefined ? null : reply);
  return { form, scripts };
}
