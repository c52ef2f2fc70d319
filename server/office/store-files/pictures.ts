import { isMediaName } from '#domain/text/media-name.ts';
import type { Deps } from '../../context.ts';
import type { Folder } from '../../import/folder.ts';
import { type Picture, probeStill } from '../../import/pictures/probe.ts';
import { storePath } from '../../import/pictures/references.ts';
import type { Problems } from '../../import/problems.ts';

/** The office names a stored picture as an import folder names a file: `files/<media>`. */
export const filePath = (media: string): string => `files/${media}`;

/** Column of the problems of pictures. */
export const PICTURE = 'picture';

const FILE = /^files\/(.+)$/;

/** Every `files/…` that the folder names. */
export function filesIn(folder: Folder): string[] {
  const files = new Set<string>();
  JSON.stringify(folder, (_, value: unknown) => {
    if (typeof value === 'string' && FILE.test(value)) files.add(value);
    return value;
  });
  return [...files];
}

/** The stored pictures by their paths in the folder, with their sizes. What isn't stored is a problem. */
export async function picturesByPath(
  { storage }: Pick<Deps, 'storage'>,
  storeKey: string,
  files: string[],
  problems: Problems,
): Promise<Map<string, Picture>> {
  const byPath = new Map<string, Picture>();
  for (const file of files) {
    const media = FILE.exec(file)?.[1] ?? '';
    const bytes = isMediaName(media) ? await storage.read(media) : null;
    const picture = bytes ? await probeStill(bytes) : 'there is no such picture';
    if (typeof picture === 'string') problems.add({ file: '', column: PICTURE }, file, picture);
    // By its own name: what is stored of an SVG is clean already. One that is gone stays named where nobody edits it.
    byPath.set(storePath(storeKey, file), {
      ...(typeof picture === 'string' ? { width: 0, height: 0 } : picture),
      media,
    });
  }
  return byPath;
}
