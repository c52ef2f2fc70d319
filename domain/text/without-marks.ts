/**
 * What is copied along with a text and not seen: marks of direction, joiners without a width, the mark at a file's
 * beginning.
 */
const MARKS = '\\u200B-\\u200F\\u202A-\\u202E\\u2060-\\u2069\\uFEFF';
const marks = new RegExp(`[${MARKS}]`, 'g');
const separators = new RegExp(`[${MARKS}\\s\\-.־–]`, 'g');

/** For what is compared letter by letter: addresses, codes. */
export const withoutMarks = (text: string): string => text.replace(marks, '');

/** Also without spaces, dashes and dots: of a number as people write it, its digits. */
export const withoutSeparators = (text: string): string => text.replace(separators, '');
