import type { CallReply } from '#contract/index.ts';

type Merged = CallReply<'POST /customer/customers/merge-device'>;
type Part = keyof Merged['left'];
const KEY = 'merged_at_sign_in';

const words: Record<Part, [one: string, many: (count: number) => string]> = {
  favorites: ['מוצר אחד ברשימת המשאלות', (count) => `${count} מוצרים ברשימת המשאלות`],
  garage: ['דגם אחד במוסך', (count) => `${count} דגמים במוסך`],
  configurations: ['הרכבה שמורה', (count) => `${count} הרכבות שמורות`],
  quotes: ['הצעת מימון', (count) => `${count} הצעות מימון`],
};

const listed = (countOf: (name: Part) => number): string =>
  (Object.keys(words) as Part[])
    .flatMap((name) => {
      const count = countOf(name);
      const [one, many] = words[name];
      return count === 0 ? [] : [count === 1 ? one : many(count)];
    })
    .join(', ');

/**
 * Stored until the shopper has seen it in the personal area, for this tab only: two lines, what was added and what
 * had no room.
 */
export function noteMerged(merged: Merged): void {
  const added = listed((name) => merged[name]);
  const omitted = listed((name) => merged.left[name].length);
  if (added + omitted === '') return;
  try {
    sessionStorage.setItem(KEY, `${added}\n${omitted}`);
    window.dispatchEvent(new Event(KEY));
  } catch {
    // Without storage the merge still happens.
  }
}

export function readMerged(): string | null {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return null;
  }
}

export function dropMerged(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Nothing was stored.
  }
  window.dispatchEvent(new Event(KEY));
}

export function onMerged(changed: () => void): () => void {
  window.addEventListener(KEY, changed);
  return () => window.removeEventListener(KEY, changed);
}
