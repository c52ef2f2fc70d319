import { Writable } from 'node:stream';
import { renderToPipeableStream } from 'react-dom/server';
import { type EntryContext, type RouterContextProvider, ServerRouter } from 'react-router';
import { pageContext } from './context.ts';
import { inlineScripts } from './inline-scripts.ts';

export { pageContext };

/** Waits for the whole page: nothing on it streams, and a finished page can be cached, measured and compressed at once. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const { nonce, ctx } = context.get(pageContext);
  return new Promise((resolve, reject) => {
    const { pipe } = renderToPipeableStream(<ServerRouter context={entry} url={request.url} nonce={nonce} />, {
      nonce,
      // Large parts stay where they belong in the HTML, so that it reads without scripts.
      progressiveChunkSize: Number.MAX_SAFE_INTEGER,
      onAllReady() {
        headers.set('content-type', 'text/html; charset=utf-8');
        if (!headers.has('cache-control')) headers.set('cache-control', 'private, no-cache');
        const parts: Buffer[] = [];
        const body = new Writable({
          write(part, _encoding, done) {
            parts.push(part);
            done();
          },
          final(done) {
            resolve(new Response(pictureFirst(Buffer.concat(parts).toString()), { status, headers }));
            done();
          },
        });
        pipe(body);
      },
      onShellError: reject,
      onError: (err) => ctx?.log.error({ err }, 'page failed to render'),
    });
  });
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
  if (!request.signal.aborted) context.get(pageContext).ctx?.log.error({ err: error }, 'page loader failed');
}
