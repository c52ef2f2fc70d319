import { type EntryContext, isRouteErrorResponse, type RouterContextProvider, ServerRouter } from 'react-router';
import { renderWhole } from '#server/platform/render-whole.ts';
import { pageContext } from './context.ts';
import { inlineScripts } from './inline/inline-scripts.ts';
import { RequestId } from './request-id.ts';

export { pageContext };

/**
 * Waits for the whole page: nothing on it streams, and a finished page can be cached, measured and compressed at once.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const { nonce, ctx } = context.get(pageContext);
  const page = (
    <RequestId value={ctx?.requestId ?? null}>
      <ServerRouter context={{ ...entry, serverHandoffStream: undefined }} url={request.url} nonce={nonce} />
    </RequestId>
  );
  const html = await renderWhole(page, entry, nonce, (err) => ctx?.log.error({ err }, 'page failed to render'));
  headers.set('content-type', 'text/html; charset=utf-8');
  if (!headers.has('cache-control')) headers.set('cache-control', 'private, no-cache');
  return new Response(Buffer.from(pictureFirst(html)), { status, headers });
}

/**
 * The scripts wait in the page until `start-scripts.js` lets them come. Vite's development server has scripts of its
 * own before them.
 */
const pictureFirst = (html: string): string =>
  import.meta.env.PROD && html.includes(inlineScripts)
    ? html
        .replaceAll('<link rel="modulepreload"', '<link data-rel="modulepreload"')
        .replace(/<script([^>]*) type="module" async="">/, '<script$1 type="text/plain" data-start>')
    : html;

/** Loader errors that are not answers (a thrown Response) go to the log with the request's id. */
export function handleError(
  error: unknown,
  { context, request }: { context: Readonly<RouterContextProvider>; request: Request },
): void {
  // A method that a page has not, an address that is none of ours: refused, not failed.
  if (isRouteErrorResponse(error) && error.status < 500) return;
  if (!request.signal.aborted) context.get(pageContext).ctx?.log.error({ err: error }, 'page loader failed');
}
