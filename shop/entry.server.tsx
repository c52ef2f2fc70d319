import { Writable } from 'node:stream';
import type { ReactNode } from 'react';
import { renderToPipeableStream, renderToString } from 'react-dom/server';
import { type EntryContext, isRouteErrorResponse, type RouterContextProvider, ServerRouter } from 'react-router';
import { pageContext } from './context.ts';
import { inlineScripts } from './inline/inline-scripts.ts';
import { RequestId } from './request-id.ts';

export { pageContext };

/** Waits for the whole page: nothing on it streams, and a finished page can be cached, measured and compressed at once. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const { nonce, ctx } = context.get(pageContext);
  const data = await dataScripts(entry, nonce);
  const page = (
    <RequestId value={ctx?.requestId ?? null}>
      <ServerRouter context={{ ...entry, serverHandoffStream: undefined }} url={request.url} nonce={nonce} />
    </RequestId>
  );
  const html = atOnce(page) ?? (await asStream(page, nonce, (err) => ctx?.log.error({ err }, 'page failed to render')));
  headers.set('content-type', 'text/html; charset=utf-8');
  if (!headers.has('cache-control')) headers.set('cache-control', 'private, no-cache');
  return new Response(Buffer.from(withData(pictureFirst(html), data)), { status, headers });
}

/** How React marks a part that is not there yet, or failed. */
const MISSING = '<!--$!-->';

/**
 * As one text, which takes a third less than a stream: that encodes each attribute by itself. `null` where a part is not
 * loaded yet, as in the first rendering of each.
 */
function atOnce(page: ReactNode): string | null {
  const html = renderToString(page);
  return html.includes(MISSING) ? null : `<!DOCTYPE html>${html}`;
}

function asStream(page: ReactNode, nonce: string, onError: (error: unknown) => void): Promise<string> {
  return new Promise((resolve, reject) => {
    const { pipe } = renderToPipeableStream(page, {
      nonce,
      // Large parts stay where they belong in the HTML, so that it reads without scripts.
      progressiveChunkSize: Number.MAX_SAFE_INTEGER,
      onAllReady() {
        const parts: Buffer[] = [];
        const body = new Writable({
          write(part, _encoding, done) {
            parts.push(part);
            done();
          },
          final(done) {
            resolve(Buffer.concat(parts).toString());
            done();
          },
        });
        pipe(body);
      },
      onShellError: reject,
      onError,
    });
  });
}

/** What the loaders have read, for the browser: the scripts that React Router would stream behind the page. */
async function dataScripts({ serverHandoffStream }: EntryContext, nonce: string): Promise<string> {
  if (!serverHandoffStream) return '';
  const decoder = new TextDecoder();
  const nonceAttribute = nonce && ` nonce="${nonce}"`;
  const script = (call: string) =>
    `<script${nonceAttribute}>window.__reactRouterContext.streamController.${call};</script>`;
  let text = '';
  for await (const part of serverHandoffStream) text += decoder.decode(part, { stream: true });
  return script(`enqueue(${inScript(JSON.stringify(text))})`) + script('close()');
}

const inScript = (json: string): string =>
  json.replace(/[&<>\u2028\u2029]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);

const END = '</body></html>';

function withData(html: string, data: string): string {
  const end = html.lastIndexOf(END);
  return end < 0 ? html : html.slice(0, end) + data + html.slice(end);
}

/** The scripts wait in the page until `start-scripts.js` lets them come. Vite's development server has scripts of its own before them. */
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
