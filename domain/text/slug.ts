/** The form in which slugs are kept: not encoded (once more), NFC, small letters. What can't be a slug is `''`. */
export function plainSlug(slug: string): string {
  let text = slug;
  try {
    text = decodeURIComponent(slug);
  } catch {
    // A lone percent sign is no encoding.
  }
  return text.includes('\0') || /\p{Cs}/u.test(text) ? '' : text.trim().normalize('NFC').toLowerCase();
}
