/** The form in which names are compared: israel.md §6.5. */
export function normaliseSearchText(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7\u200E\u200F\u202A-\u202E\u2066-\u2069״׳"'’]/g, '')
    .replace(/[־\-/_.,]+/g, ' ')
    .replace(/[םןץףך]/g, (letter) => ({ ם: 'מ', ן: 'נ', ץ: 'צ', ף: 'פ', ך: 'כ' })[letter] ?? letter)
    .replace(/יי/g, 'י')
    .replace(/וו/g, 'ו')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim();
}

/** Words to look for, free of the wildcards of `like`. */
export const searchWords = (query: string): string[] => normaliseSearchText(query).replace(/[%\\]/g, '').split(' ').filter(Boolean).slice(0, 12);
