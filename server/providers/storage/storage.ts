import type { Readable } from 'node:stream';

/** Stores media. Names are content hashes with an extension, so that a name's content never changes. */
export type Storage = {
  has(name: string): Promise<boolean>;
  /** Does nothing when the name exists already. */
  put(name: string, bytes: Uint8Array): Promise<void>;
  read(name: string): Promise<Buffer | null>;
  /** In bytes; `null` for a missing file. */
  size(name: string): Promise<number | null>;
  /** The bytes `from`…`to`, both included, as a stream: a film is never held in memory. */
  part(name: string, from: number, to: number): Readable;
  /** Path of the file, where it is on this machine. */
  path?(name: string): string;
};
