const FOLDER = '/media/';

/** A stored file's address on its store's host; what is an address already stays. */
export const mediaAddress = <T extends string | null>(media: T): T =>
  media && !media.startsWith(FOLDER) ? (`${FOLDER}${media}` as T) : media;

/** The stored file's name; what is a name already stays. */
export const mediaName = (address: string): string =>
  address.startsWith(FOLDER) ? address.slice(FOLDER.length) : address;
