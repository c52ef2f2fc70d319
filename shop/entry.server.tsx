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
  const onError = (err: unknown) => ctx?.log.error({ err }, 'page failed to render');
  const html = await renderWhole(page, entry, nonce, onError, pictureFirst);
  headers.set('content-type', 'text/html; charset=utf-8');
  if (!headers.has('cache-control')) headers.set('cache-control', 'private, no-cache');
  return new Response(html, { status, headers });
}

/**
 * The scripts wait in the page until `start-scripts.js` lets them come. Vite's development server has scripts of its
 * own before them.
 */
function pictureFirst(html: Buffer): Buffer[] {
  const [head, script] = [html.indexOf('</head>'), html.lastIndexOf(MODULE)];
  if (!import.meta.env.PROD || script < 0 || !html.includes(inlineScripts)) return [html];
  const links = html
    .toString('utf8', 0, head)
    .replaceAll('<link rel="modulepreload"', '<link data-rel="modulepreload"');
  return [
    Buffer.from(links),
    html.subarray(head, script),
    Buffer.from(' type="text/plain" data-start>'),
    html.subarray(script + MODULE.length),
  ];
}

const MODULE = ' type="module" async="">';

/** Loader errors that are not answers (a thrown Response) go to the log with the request's id. */
export function handleError(
  error: unknown,
  { context, request }: { context: Readonly<RouterContextProvider>; request: Request },
): void {
  // A method that a page has not, an address that is none of ours: refused, not failed.
  if (isRouteErrorResponse(error) && error.status < 500) return;
  if (!request.signal.aborted) context.get(pageContext).ctx?.log.error({ err: error }, 'page loader failed');
}
