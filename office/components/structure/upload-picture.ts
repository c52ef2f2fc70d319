import { useEffect, useRef } from 'react';

type Refused = { message: string };

/** Stores a picture of the store (`content.add-picture`). */
export const uploadPicture = (store: string, file: File) =>
  sendPicture<{ path: string; url: string }>('/pictures', { store, file });

/** Sends a picture to a route of `receiveFile`. */
export async function sendPicture<Sent>(path: string, fields: Record<string, string | File>): Promise<Sent | Refused> {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  try {
    const reply = await fetch(path, { method: 'POST', body, redirect: 'error' });
    return (await reply.json()) as Sent | Refused;
  } catch {
    return { message: 'התמונה לא עלתה. בדקו את החיבור ונסו שוב' };
  }
}

/**
 * What takes the outcome of an upload: the field as it is by then, since other fields are typed in meanwhile. One that
 * is gone takes nothing.
 */
export function useLatest<Value>(onChange: (value: Value) => void) {
  const latest = useRef(onChange);
  useEffect(() => {
    latest.current = onChange;
    return () => {
      latest.current = () => {};
    };
  });
  return (value: Value) => latest.current(value);
}
