/** The typography of Hebrew text, as far as a machine can tell it: marks of its own instead of a typewriter's. */
export const name = 'hebrew-typography';

const LETTER = '[א-ת]';
const RULES = [
  [`${LETTER}"+${LETTER}|${LETTER} +"+${LETTER}`, 'a straight quote: ״ (gershayim) in Hebrew'],
  [`${LETTER}'${LETTER}|${LETTER}' +${LETTER}`, 'an apostrophe: ׳ (geresh) in Hebrew'],
  [`[א-ת\\d)״׳] +--? +${LETTER}|${LETTER} +--? +[\\d(₪]`, 'a hyphen for a dash: – between words'],
  [`${LETTER}-[א-ת\\dA-Za-z₪]`, 'a hyphen: ־ (maqaf) after a Hebrew letter'],
  [`${LETTER}\\.\\.\\.`, 'three full stops: … is one mark'],
].map(([pattern, message]) => ({ pattern: new RegExp(pattern), message }));

export function check(file) {
  // This rule's own examples; addresses of old sites are as they were.
  if (file.path.startsWith('scripts/lint/') || file.path.endsWith('/redirects.csv')) return [];
  return file.code.flatMap((text, index) => {
    // A range of letters in a regular expression is no text.
    const line = text.replace(/\[[^\]]*\u05d0-\u05ea[^\]]*\]/g, '');
    return RULES.filter(({ pattern }) => pattern.test(line)).map(({ message }) => ({ line: index + 1, message }));
  });
}
