import { PassThrough } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import type { ReactNode } from 'react';
import { renderToPipeableStream, renderToString } from 'react-dom/server';
import type { EntryContext } from 'react-router';

const DOCTYPE = '<!DOCTYPE html>';
const END = '</body></html>';

/**
 * A page of the shop or the office as UTF-8, with what its loaders have read. `finish` changes its HTML before these
 * data. It deals in bytes, since a text of this size is copied by whatever looks into it after it was put together.
 * @throws what its shell throws
 */
export async function renderWhole(
  page: ReactNode,
  entry: EntryContext,
  nonce: string,
  onError: (error: unknown) => void,
  finish: (html: Buffer) => Buffer[] = (html) => [html],
): Promise<Buffer<ArrayBuffer>> {
  const data = await dataScripts(entry, nonce);
  const html = renderSynchronously(page) ?? (await renderAsStream(page, nonce, onError));
  const body = html.subarray(0, html.lastIndexOf(END));
  return Buffer.concat([Buffer.from(DOCTYPE), ...finish(body), Buffer.from(data + END)]);
}

/** How React marks a part that is not there yet, or failed. */
const MISSING = '<!--$!-->';

/**
 * As one text, which takes a third less than a stream: that encodes each attribute by itself. `null` where a part is
 * not loaded yet, as in the first rendering of each.
 */
function renderSynchronously(page: ReactNode): Buffer | null {
  const html = Buffer.from(renderToString(page));
  return html.includes(MISSING) ? null : html;
}

function renderAsStream(page: ReactNode, nonce: string, onError: (error: unknown) => void): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const { pipe } = renderToPipeableStream(page, {
      nonce,
      // Large parts stay where they belong in the HTML, so that it reads without scripts.
      progressiveChunkSize: Number.MAX_SAFE_INTEGER,
      onAllReady: () => resolve(buffer(pipe(new PassThrough())).then((html) => html.subarray(DOCTYPE.length))),
      onShellError: reject,
      onError,
    });
  });
}

/** What the loaders have read, for the browser: the scripts that React Router would stream behind the page. */
async function dataScripts({ serverHandoffStream }: EntryContext, nonce: string): Promise<string> {
  if (!serverHandoffStream) return '';
  const nonceAttribute = nonce && ` nonce="${nonce}"`;
  const script = (call: string) =>
    `<script${nonceAttribute}>window.__reactRouterContext.streamController.${call};</script>`;
  const data = await text(serverHandoffStream);
  return script(`enqueue(${inScript(JSON.stringify(data))})`) + script('close()');
}

const inScript = (json: string): string =>
  json.replace(/[&<>\u2028\u2029]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
