import type { CallReply } from '#contract/index.ts';

type Merged = CallReply<'POST /customer/customers/merge-device'>;
const KEY = 'merged_at_sign_in';

const words: Record<keyof Merged, [one: string, many: (count: number) => string]> = {
  favorites: ['מוצר אחד במועדפים', (count) => `${count} מוצרים במועדפים`],
  garage: ['כלי אחד במוסך', (count) => `${count} כלים במוסך`],
  configurations: ['הרכבה שמורה', (count) => `${count} הרכבות שמורות`],
  quotes: ['הצעת מימון', (count) => `${count} הצעות מימון`],
};

/** Kept until the shopper has seen it in the personal area, for this tab only. */
export function noteMerged(merged: Merged): void {
  const parts = (Object.keys(words) as (keyof Merged)[]).flatMap((name) => {
    const count = merged[name];
    const [one, many] = words[name];
    return count === 0 ? [] : [count === 1 ? one : many(count)];
  });
  if (parts.length === 0) return;
  try {
    sessionStorage.setItem(KEY, parts.join(', '));
    window.dispatchEvent(new Event(KEY));
  } catch {
    // Without storage it is merged all the same.
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
    // Nothing was kept.
  }
  window.dispatchEvent(new Event(KEY));
}

export function onMerged(changed: () => void): () => void {
  window.addEventListener(KEY, changed);
  return () => window.removeEventListener(KEY, changed);
}
