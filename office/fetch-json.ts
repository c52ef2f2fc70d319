/**
 * The JSON of a path of the office, or `null`: aborted, signed out, no connection, a failure of the server. What stands
 * on the page stays as it is. `onSignedOut`: the session has ended.
 */
export async function fetchJson<T>(path: string, signal: AbortSignal, onSignedOut?: () => void): Promise<T | null> {
  try {
    // Who isn't signed in is sent to the sign-in page (`load`), whose text is no answer.
    const reply = await fetch(path, { signal, redirect: 'manual' });
    if (reply.type === 'opaqueredirect') onSignedOut?.();
    return reply.ok ? await reply.json() : null;
  } catch {
    return null;
  }
}
