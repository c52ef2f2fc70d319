import { useEffect, useRef } from 'react';

export type UploadReply = { path: string; url: string } | { message: string };

const FAILED = { message: 'התמונה לא עלתה. בדקו את החיבור ונסו שוב' };

/** Stores a picture of the store (`content.add-picture`). */
export async function uploadPicture(store: string, file: File): Promise<UploadReply> {
  const body = new FormData();
  body.set('store', store);
  body.set('file', file);
  try {
    const reply = await fetch('/pictures', { method: 'POST', body, redirect: 'error' });
    return (await reply.json()) as UploadReply;
  } catch {
    return FAILED;
  }
}

/** What takes the outcome of an upload: the field as it is by then, since other fields are typed in meanwhile. One that is gone takes nothing. */
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
