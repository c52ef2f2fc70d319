/**
 * Words that docs/glossary.md (‘Words to use’) replaces, as far as they have one meaning: names, comments and texts
 * have the other one. Some stay in SQL (`deed_uid`, `storefront.deed`).
 */
export const name = 'wording';

const REPLACED = {
  shelf: 'ProductCache, a row of products',
  mend: 'repair, fix, correct, refresh',
  mends: 'repairs, fixes, corrects, refreshes',
  mended: 'repaired, fixed, corrected, refreshed',
  tellOrder: 'notifyOrder',
  tellStore: 'notifyStore',
  untell: 'cancelNotification',
  letGo: 'abandon, release',
  'let go': 'abandon, release, expire',
  isGone: 'isOutOfStock',
  placedFrom: 'ipHash',
  reckon: 'calculate, compute',
  reckons: 'calculates, computes',
  reckoned: 'calculated, computed',
  reckoning: 'calculation',
  deed: 'operation',
  'in vain': 'failed',
  'gave up': 'failed, dead letter',
};

const upper = (word) => word[0].toUpperCase() + word.slice(1);
/** A word, or a part of a name: `shelf`, `fromShelf`, `shelfOf`. */
const words = Object.keys(REPLACED);
const USED = new RegExp(`(?:(?<![A-Za-z_.])(${words.join('|')})|(${words.map(upper).join('|')}))(?![a-z_])`);

export function check(file) {
  // Its own tests have the words.
  if (file.path.startsWith('scripts/lint/')) return [];
  return file.lines.flatMap((text, index) => {
    const [, word, part] = USED.exec(text) ?? [];
    const found = word ?? (part && part[0].toLowerCase() + part.slice(1));
    return found ? [{ line: index + 1, message: `‘${found}’: write ${REPLACED[found]} (docs/glossary.md)` }] : [];
  });
}
