import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import { isMediaName } from '#domain/text/media-name.ts';
import type { Storage } from '#server/providers/storage/storage.ts';

export type Media = {
  /**
   * Writes the stored file `name` to `path` of the folder, with the name's extension appended.
   * @returns the full path
   */
  put: (name: string, path: string) => Promise<string>;
  /** Missing media, with the file that each should become. */
  missing: { media: string; path: string }[];
  files: number;
};

export function mediaWriter(root: string, storage: Storage, signal: AbortSignal | undefined): Media {
  const media: Media = {
    missing: [],
    files: 0,
    async put(name, path) {
      signal?.throwIfAborted();
      const whole = `${path}${extname(name)}`;
      const bytes = await storage.read(name);
      if (bytes === null) {
        media.missing.push({ media: name, path: whole });
        return whole;
      }
      await mkdir(dirname(join(root, whole)), { recursive: true, mode: 0o700 });
      await writeFile(join(root, whole), bytes, { flag: 'wx', mode: 0o600 });
      media.files += 1;
      return whole;
    },
  };
  return media;
}

/** Paths of one folder by content: a picture is written once, and paths are unique. */
export function namerIn(media: Media, folder: string): (name: string, baseName: string) => Promise<string> {
  const paths = new Map<string, string>();
  const usedPaths = new Set<string>();
  return async (name, baseName) => {
    const usedPath = paths.get(name);
    if (usedPath !== undefined) return usedPath;
    let path = `${folder}${baseName}`;
    // Some file systems ignore case in names.
    for (let number = 2; usedPaths.has(`${path}${extname(name)}`.toLowerCase()); number++)
      path = `${folder}${baseName}-${number}`;
    usedPaths.add(`${path}${extname(name)}`.toLowerCase());
    const whole = await media.put(name, path);
    paths.set(name, whole);
    return whole;
  };
}

const MEDIA_ADDRESS = /^\/media\/([^/?#]+)/;

/** The media name of a stored URL (`/media/<name>/800`); `null` for other URLs. */
export function nameOfAddress(address: string): string | null {
  const name = MEDIA_ADDRESS.exec(address)?.[1] ?? '';
  return isMediaName(name) ? name : null;
}

/** Rich text as in the folder: pictures by their path, without the attributes that an import adds. */
export async function withPaths(html: string, pathOf: (name: string) => Promise<string>): Promise<string> {
  const paths = new Map<string, string>();
  for (const [tag] of html.matchAll(PICTURE)) {
    const name = nameOfPicture(tag);
    if (name && !paths.has(name)) paths.set(name, await pathOf(name));
  }
  return html.replace(PICTURE, (tag) => {
    const path = paths.get(nameOfPicture(tag) ?? '');
    if (path === undefined) return tag;
    return tag.replace(/\s(?:srcset|sizes|loading)="[^"]*"/g, '').replace(/(\ssrc=")[^"]*/, `$1${path}`);
  });
}

const PICTURE = /<img\b[^>]*>/g;
const nameOfPicture = (tag: string): string | null => nameOfAddress(/\ssrc="([^"]*)"/.exec(tag)?.[1] ?? '');
