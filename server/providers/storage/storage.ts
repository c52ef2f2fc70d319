/** Files by content: `name` is the hash of the bytes with an ending, so a file never changes. */
export type Storage = {
  put: (name: string, bytes: Uint8Array) => Promise<void>;
  /** `null` when there is no such file. */
  read: (name: string) => Promise<Buffer | null>;
};
