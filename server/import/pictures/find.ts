import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

export type View = { view: string; path: string };

const viewOrder = ['hero', 'side', 'front', 'rear', 'top'];
const extension = /\.(?:avif|webp|jpe?g|png)$/i;

/** Rank of a view among the pictures of a variant; `null` when the name is no view. */
export function rank(view: string): number | null {
  const at = viewOrder.indexOf(view);
  if (at >= 0) return at;
  const detail = /^detail-(\d{1,3})$/.exec(view);
  return detail ? 100 + Number(detail[1]) : null;
}

/**
 * The pictures behind a variant's `picture` prefix, in display sequence; frames of the turntable last. Folders are
 * read once.
 */
export function pictureFinder(root: string): (prefix: string) => Promise<View[]> {
  const folders = new Map<string, Promise<string[]>>();
  const names = (folder: string): Promise<string[]> => {
    const cached = folders.get(folder);
    if (cached) return cached;
    const reading = readdir(join(root, folder)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return [];
      throw error;
    });
    folders.set(folder, reading);
    return reading;
  };

  return async (prefix) => {
    const at = prefix.lastIndexOf('/');
    const folder = at < 0 ? 'pictures' : `pictures/${prefix.slice(0, at)}`;
    const base = `${prefix.slice(at + 1)}-`;
    const views: (View & { rank: number })[] = [];
    for (const name of await names(folder)) {
      if (!name.startsWith(base) || !extension.test(name)) continue;
      const view = name.slice(base.length).replace(extension, '');
      const order = rank(view);
      if (order !== null) views.push({ view, path: `${folder}/${name}`, rank: order });
    }
    views.sort((a, b) => a.rank - b.rank);
    if (!(await names(folder)).includes(`${base}spin`)) return views;
    const frames = (await names(`${folder}/${base}spin`)).filter(
      (name) => /^\d{1,3}\./.test(name) && extension.test(name),
    );
    frames.sort((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10));
    const spin = frames.map((name, index) => ({
      view: `spin-${String(index + 1).padStart(2, '0')}`,
      path: `${folder}/${base}spin/${name}`,
    }));
    return [...views, ...spin];
  };
}
