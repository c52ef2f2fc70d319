type Reply = { ok: boolean; message?: string; errors?: { message: string }[]; result?: unknown };

const ATTEMPTS = 3;

/**
 * A file of any size goes up in pieces, by the calls `begin` and `append` of a page; one that is lost on the way is
 * sent again.
 * @param id what `append` calls the upload
 * @returns what the calls answered: the first, and the last piece
 * @throws Error with a message for staff
 */
export async function sendParts(
  path: string,
  file: File,
  { id, fields = {}, progress }: { id: string; fields?: Record<string, string>; progress: (percent: number) => void },
): Promise<{ uuid: string; last: unknown }> {
  const begun = await call(path, 'begin', { name: file.name, bytes: String(file.size), ...fields });
  const { uuid, partBytes } = begun.result as { uuid: string; partBytes: number };
  let last: unknown;
  for (let at = 0; at < file.size; at += partBytes) {
    const part = new File([file.slice(at, at + partBytes)], 'part');
    const reply = await retry(() => call(path, 'append', { [id]: uuid, position: String(at / partBytes), part }));
    last = reply.result;
    progress(Math.round((Math.min(file.size, at + partBytes) / file.size) * 100));
  }
  return { uuid, last };
}

/** One call of a page by its script: pieces of a file aren't a form. */
async function call(path: string, name: string, fields: Record<string, string | Blob>): Promise<Reply> {
  const body = new FormData();
  body.set('_call', name);
  for (const [key, value] of Object.entries(fields)) body.set(key, value);
  const response = await fetch(path, { method: 'POST', body });
  const reply = (await response.json()) as Reply;
  if (!reply.ok) throw new Error(reply.errors?.[0]?.message ?? reply.message ?? 'ההעלאה נכשלה');
  return reply;
}

async function retry<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      // A refusal stays one; a lost connection may come back.
      if (!(error instanceof TypeError)) throw error;
      if (attempt === ATTEMPTS) throw new Error('הקובץ לא עלה. בדקו את החיבור ונסו שוב', { cause: error });
    }
  }
}
