import { type EntryContext, isRouteErrorResponse, type RouterContextProvider, ServerRouter } from 'react-router';
import { renderWhole } from '#server/platform/render-whole.ts';
import { pageContext } from './context.ts';

export { pageContext };

/** The whole page at once: the office's pages wait for all of their data. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const { nonce, office } = context.get(pageContext);
  const page = <ServerRouter context={{ ...entry, serverHandoffStream: undefined }} url={request.url} nonce={nonce} />;
  const html = await renderWhole(page, entry, nonce, (err) =>
    office?.log.error({ err }, 'office page failed to render'),
  );
  headers.set('content-type', 'text/html; charset=utf-8');
  return new Response(html, { status, headers });
}

export function handleError(
  error: unknown,
  { context, request }: { context: Readonly<RouterContextProvider>; request: Request },
): void {
  if (isRouteErrorResponse(error) && error.status < 500) return;
  if (!request.signal.aborted) context.get(pageContext).office?.log.error({ err: error }, 'office page failed');
}
