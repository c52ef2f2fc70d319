/** Stored form of a slug: decoded, NFC, lower case. `''` for what can't be a slug. */
export function plainSlug(slug: string): string {
  let text = slug;
  try {
    text = decodeURIComponent(slug);
  } catch {
    // A lone percent sign is not an encoding.
  }
  return text.includes('\0') || /\p{Cs}/u.test(text) ? '' : text.trim().normalize('NFC').toLowerCase();
}

/** A slug of what something is called, in Hebrew letters, too: `BMW R 100 S (1976)` → `bmw-r-100-s-1976`. */
export const slugOfName = (name: string): string =>
  name
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{Ll}\p{Lo}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
