import { renderToString } from 'react-dom/server';
import { type EntryContext, isRouteErrorResponse, type RouterContextProvider, ServerRouter } from 'react-router';
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
  const { nonce } = context.get(pageContext);
  const data = await dataScripts(entry, nonce);
  const html = renderToString(
    <ServerRouter context={{ ...entry, serverHandoffStream: undefined }} url={request.url} nonce={nonce} />,
  );
  const end = html.lastIndexOf('</body>');
  headers.set('content-type', 'text/html; charset=utf-8');
  return new Response(`<!DOCTYPE html>${html.slice(0, end)}${data}${html.slice(end)}`, { status, headers });
}

/** What the loaders have read, for the browser: the scripts that React Router would stream behind the page. */
async function dataScripts({ serverHandoffStream }: EntryContext, nonce: string): Promise<string> {
  if (!serverHandoffStream) return '';
  const decoder = new TextDecoder();
  let text = '';
  for await (const part of serverHandoffStream) text += decoder.decode(part, { stream: true });
  const json = JSON.stringify(text).replace(
    /[&<>\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return `<script nonce="${nonce}">{const c=window.__reactRouterContext.streamController;c.enqueue(${json});c.close();}</script>`;
}

export function handleError(
  error: unknown,
  { context, request }: { context: Readonly<RouterContextProvider>; request: Request },
): void {
  if (isRouteErrorResponse(error) && error.status < 500) return;
  if (!request.signal.aborted) context.get(pageContext).office?.log.error({ err: error }, 'office page failed');
}
