import type { Readable } from 'node:stream';

/** Keeps media. Names are content hashes with an extension, so that what a name stands for never changes. */
export type Storage = {
  has(name: string): Promise<boolean>;
  /** Does nothing when the name is there already. */
  put(name: string, bytes: Uint8Array): Promise<void>;
  read(name: string): Promise<Buffer | null>;
  /** In bytes; `null` for what is not there. */
  size(name: string): Promise<number | null>;
  /** The bytes `from`…`to`, both included, of what is there: a film goes out as it comes in, without being held in memory. */
  part(name: string, from: number, to: number): Readable;
  /** Where the file lies, if it lies on this machine. */
  path?(name: string): string;
};

const mediaName = /^[0-9a-f]{32}\.(?:avif|webp|jpg|png|svg|mp4)$/;

/** Whether `name` has the form of a stored name; anything else never reaches a folder or a bucket. */
export const isMediaName = (name: string): boolean => mediaName.test(name);
