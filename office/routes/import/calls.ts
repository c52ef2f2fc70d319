import type { ActionFunctionArgs } from 'react-router';
import { appendImport, beginImport } from '#server/office/imports/upload.ts';
import { act } from '../../load.ts';

const action_ = act({ begin: beginImport, append: appendImport });

/** Begins an upload and takes its pieces, for the page's script. */
export async function action(args: ActionFunctionArgs): Promise<Response> {
  const reply = await action_(args);
  const [body, status] = 'ok' in reply ? [reply, 200] : [reply.data, reply.init?.status ?? 400];
  return Response.json(body, { status });
}
