type File = { name: string; type: string; bytes: Uint8Array | string | ReadableStream; inline?: boolean };

/** A file as a page's reply. Nothing may take it for a page: other types aren't guessed, and it is shown only where asked for. */
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
