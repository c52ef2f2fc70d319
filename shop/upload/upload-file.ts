import { type RefObject, useEffect, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { isolate } from '#domain/text/format.ts';
import { useFocusAfterRemoval } from '#ui/hooks/use-focus-after-removal.ts';
import { useToast } from '#ui/toasts.tsx';
import { ApiError, messageOf, noConnection } from '../api.ts';

type FileRule = { types: readonly string[]; mostMb: number; wrongType: string; tooLarge: string };

export const photoRule: FileRule = {
  types: ['image/jpeg', 'image/png', 'image/webp'],
  mostMb: 8,
  wrongType: 'אפשר להעלות תמונת JPEG,‏ PNG או WebP',
  tooLarge: 'התמונה גדולה מדי. אפשר להעלות עד 8MB',
};

/** Why the file can't be sent; `null` where it can. */
export function problemOf(file: File, rule: FileRule): string | null {
  if (!rule.types.includes(file.type)) return rule.wrongType;
  return file.size > rule.mostMb * 1024 * 1024 ? rule.tooLarge : null;
}

/** A call whose body is the file itself and not JSON. @throws ApiError */
export async function uploadFile(url: string, file: File, rule: FileRule): Promise<void> {
  const problem = problemOf(file, rule);
  if (problem) throw refused(problem);
  const response = await fetch(url, { method: 'POST', headers: { 'content-type': file.type }, body: file }).catch(
    () => {
      throw noConnection();
    },
  );
  if (!response.ok) throw new ApiError(response.status, await response.json());
}

const refused = (message: string) => new ApiError(422, { error_code: 'FILE_REFUSED', message, request_id: '' });

type Upload = (file: File) => Promise<void>;
type Status = { text: string; isError: boolean };
type SentWords = { one: string; many: string; limit: string };

/**
 * Files that are sent and removed one by one, with the page loaded anew after each change. What was pressed is disabled
 * meanwhile and gets the focus back; `afterRemoval` gets it when a file has gone together with its button. A refusal
 * outlives the page in a toast.
 */
export function useFileChanges(files: unknown, afterRemoval: RefObject<HTMLElement | null>) {
  const { revalidate } = useRevalidator();
  const [busy, setBusy] = useState(false);
  const [status, setStatus] = useState<Status>({ text: '', isError: false });
  const noteRemoval = useFocusAfterRemoval(files, afterRemoval);
  const pressed = useRef<Element | null>(null);
  const toast = useToast();
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  const wasBusy = useRef(false);
  useEffect(() => {
    // At first a field's own effect may have sent what was chosen before: that has only begun.
    const isOver = wasBusy.current && !busy;
    wasBusy.current = busy;
    if (!isOver || !(pressed.current instanceof HTMLElement)) return;
    // The last file that there is room for takes the choice away with it.
    const next = pressed.current.isConnected ? pressed.current : afterRemoval.current;
    if (document.activeElement === document.body) next?.focus({ preventScroll: true });
    pressed.current = null;
  }, [busy, afterRemoval]);

  async function change(work: () => Promise<Status>, by = document.activeElement): Promise<void> {
    pressed.current = by;
    setBusy(true);
    setStatus({ text: '', isError: false });
    const outcome = await work().catch((error: unknown) => ({ text: messageOf(error), isError: true }));
    // Where another page is open by now, a toast there says what did not arrive.
    if (!isShown.current) {
      if (outcome.isError) toast({ kind: 'danger', title: outcome.text });
      return;
    }
    setStatus(outcome);
    await revalidate();
    setBusy(false);
  }
  const remove = (work: () => Promise<unknown>, done: string) =>
    change(async () => {
      await work();
      noteRemoval();
      return { text: done, isError: false };
    });

  /**
   * Sends what there is room for, of what was chosen by a field, which some browsers give no focus; `null`: chosen
   * before. `limit` is said where more was chosen.
   */
  const send = (
    field: HTMLInputElement | null,
    chosen: File[],
    room: number,
    upload: Upload,
    words: SentWords,
  ): Promise<void> =>
    change(async () => {
      const { sent, problems } = await sendEach(chosen.slice(0, room), upload);
      const isCut = chosen.length > room;
      if (problems.length === 0 && !isCut) return { text: sent === 1 ? words.one : words.many, isError: false };
      const count = sent === 1 ? `נשלח קובץ אחד מתוך ${chosen.length}` : `נשלחו ${sent} מתוך ${chosen.length}`;
      const first = [...(sent > 0 ? [count] : []), ...(isCut ? [words.limit] : [])].join('. ');
      return { text: [first, ...problems].filter(Boolean).join('\n'), isError: problems.length > 0 };
    }, field ?? undefined);

  return { busy, status, send, remove };
}

/** One after another. A refused file keeps none of the others back, and of several it is named. */
async function sendEach(files: File[], upload: Upload): Promise<{ sent: number; problems: string[] }> {
  const problems: string[] = [];
  let sent = 0;
  for (const file of files) {
    try {
      await upload(file);
      sent += 1;
    } catch (error) {
      const isRefusal = error instanceof ApiError && error.status === 422;
      problems.push(isRefusal && files.length > 1 ? `${isolate(file.name)}: ${messageOf(error)}` : messageOf(error));
      // What isn't about the file itself holds for the next one, too.
      if (!isRefusal) break;
    }
  }
  return { sent, problems };
}
