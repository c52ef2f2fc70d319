import { type ActionFunctionArgs, data } from 'react-router';
import type { OfficeContext } from '#server/context.ts';
import { Refusal } from '#server/platform/errors.ts';
import { officeContextOf } from './context.ts';

type File = { name: string; type: string; bytes: Uint8Array | string | ReadableStream; inline?: boolean };

type Params = Record<string, string | undefined>;

/** The action of an upload by a page's script: `work` takes its form; a refusal says why. */
export const receiveFile =
  (work: (ctx: OfficeContext, form: FormData, params: Params) => Promise<unknown>) =>
  async ({ request, context, params }: ActionFunctionArgs): Promise<Response> => {
    try {
      return Response.json(await work(officeContextOf(context), await request.formData(), params));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      throw data({ message: error.extra.fields?.[0]?.message ?? error.message }, { status: error.status });
    }
  };

/**
 * A file as a page's reply. Nothing may take it for a page: other types aren't guessed, and it is shown only where
 * asked for.
 */
export const fileReply = ({ name, type, bytes, inline = false }: File): Response =>
  new Response(bytes as BodyInit, {
    headers: {
      'content-type': type,
      'content-disposition': `${inline ? 'inline' : 'attachment'}; filename="file"; filename*=UTF-8''${encodeURIComponent(name.replaceAll('/', '־'))}`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
      'content-security-policy': "default-src 'none'; sandbox",
    },
  });
