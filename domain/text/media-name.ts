const mediaName = /^[0-9a-f]{32}\.(?:avif|webp|jpg|png|svg|mp4)$/;
const keptSize = /^[0-9a-f]{32}\.size\.(?:avif|webp)$/;

/** Whether `name` has the form of an original's name, which a page or a visitor may ask for. */
export const isMediaName = (name: string): boolean => mediaName.test(name);

/**
 * Also that of a size kept beside its original, which nobody may ask for by name; anything else never reaches a folder
 * or a bucket.
 */
export const isStoredName = (name: string): boolean => isMediaName(name) || keptSize.test(name);
