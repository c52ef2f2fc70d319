import type { Folder } from '../folder.ts';
import type { Problems } from '../problems.ts';
import type { Progress } from '../progress.ts';
import { pictureFinder, type View } from './find.ts';
import { isFilm, type Picture, type PictureCache, probePicture } from './probe.ts';
import { pictureReferences, type Reference } from './references.ts';

export type Pictures = {
  /** Views behind a variant's prefix. */
  views: Map<string, View[]>;
  /** By path in the folder. */
  byPath: Map<string, Picture>;
};

const CONCURRENCY = 8;

/** Every picture that the folder references, with its size and stored name. Missing and invalid ones are problems. */
export async function collectPictures(
  folder: Folder,
  cache: PictureCache,
  problems: Problems,
  progress: Progress,
): Promise<Pictures> {
  const find = pictureFinder(folder.root);
  const views = new Map<string, View[]>();
  const references: Reference[] = pictureReferences(folder);
  for (const { file, row, unit, data } of folder.variants) {
    if (!data.picture) continue;
    const location = { file, row, unit, column: 'picture' };
    if (/(?:^|\/)\.\.?(?:\/|$)|^\/|\\/.test(data.picture)) {
      problems.add(location, data.picture, 'is not a path below pictures/');
      continue;
    }
    const matches = views.get(data.picture) ?? (await find(data.picture));
    views.set(data.picture, matches);
    if (matches.length === 0)
      problems.add(
        location,
        data.picture,
        `missing picture: there is no pictures/${data.picture}-hero.avif or other view of it`,
      );
    for (const { path } of matches) references.push({ path, location, value: path });
  }

  const paths = [...new Set(references.map((reference) => reference.path))];
  const byPath = new Map<string, Picture>();
  const invalidPaths = new Map<string, string>();
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let path = paths[next++]; path !== undefined; path = paths[next++]) {
      const result = await probePicture(folder.root, path, cache);
      if (typeof result === 'string') invalidPaths.set(path, result);
      else byPath.set(path, result);
      progress('reading pictures', byPath.size + invalidPaths.size, paths.length);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));

  for (const { path, location, value } of references) {
    const reason =
      invalidPaths.get(path) ?? (isFilm(path) && location.column !== 'videos' ? 'is not a picture' : undefined);
    if (reason) problems.add(location, value, reason);
  }
  return { views, byPath };
}
