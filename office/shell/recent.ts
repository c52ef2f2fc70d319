const KEY = 'office-recent';
const KEPT = 8;

export type RecentPage = { to: string; title: string };

/** Pages of single things that this tab has shown, newest first. The tab forgets them: names of people may be among them. */
export function readRecent(): RecentPage[] {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? '[]');
  } catch {
    return [];
  }
}

/** Once the page has its title. @returns a function that gives up on it */
export function rememberPage(pathname: string): (() => void) | undefined {
  if (!/^\/[\w-]+\/[\w-]+/.test(pathname)) return undefined;
  const frame = requestAnimationFrame(() => {
    const title = document.title.replace(/ \| המשרד$/, '');
    const others = readRecent().filter(({ to }) => to !== pathname);
    try {
      sessionStorage.setItem(KEY, JSON.stringify([{ to: pathname, title }, ...others].slice(0, KEPT)));
    } catch {
      // No storage: nothing is recent.
    }
  });
  return () => cancelAnimationFrame(frame);
}
