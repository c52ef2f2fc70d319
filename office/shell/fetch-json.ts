/** The JSON of a path of the office, or `null`: aborted, signed out, no connection. What stands on the page stays as it is. */
export async function fetchJson<T>(path: string, signal: AbortSignal): Promise<T | null> {
  try {
    const reply = await fetch(path, { signal, redirect: 'error' });
    return reply.ok ? await reply.json() : null;
  } catch {
    return null;
  }
}
