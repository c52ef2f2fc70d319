const mediaName = /^[0-9a-f]{32}\.(?:avif|webp|jpg|png|svg|mp4)$/;

/** Whether `name` has the form of a stored name; anything else never reaches a folder or a bucket. */
export const isMediaName = (name: string): boolean => mediaName.test(name);
