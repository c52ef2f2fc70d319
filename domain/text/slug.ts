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
