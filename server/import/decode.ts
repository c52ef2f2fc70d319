const hebrew = { first: 0xe0, last: 0xfa };

/** Minimum share of letters among the non-ASCII bytes of a Hebrew single-byte file; the rest are marks and signs. */
const LETTERS = 0.6;

export type Decoded = { text: string; encoding: 'UTF-8' | 'UTF-16' | 'Windows-1255' };

/**
 * Decodes text in one of the encodings of Israeli spreadsheets. A UTF-8 file with a few broken bytes is decoded with
 * U+FFFD, so that the reader can name the cells. `null`: none of the encodings.
 */
export function decodeText(bytes: Uint8Array): Decoded | null {
  const wide = wideOf(bytes);
  if (wide) return { text: new TextDecoder(wide).decode(bytes), encoding: 'UTF-16' };
  // The byte-order mark stays: the CSV and JSON readers remove it.
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  const broken = text.split('\uFFFD').length - 1;
  const whole = text.match(/[^\p{ASCII}\uFFFD]/gu)?.length ?? 0;
  if (broken === 0) return { text, encoding: 'UTF-8' };
  if (whole === 0 && looksHebrew(bytes))
    return { text: new TextDecoder('windows-1255').decode(bytes), encoding: 'Windows-1255' };
  return broken > Math.max(whole, FEW) ? null : { text, encoding: 'UTF-8' };
}

/** Up to this many broken bytes are reported individually. */
const FEW = 20;

/** UTF-16 by its mark, or by the zero bytes of every comma and line end. */
function wideOf(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const zeros = [0, 0];
  const end = Math.min(bytes.length, 65_536);
  for (let at = 0; at < end; at++) if (bytes[at] === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  const threshold = end / 20;
  if (odd > threshold && even === 0) return 'utf-16le';
  return even > threshold && odd === 0 ? 'utf-16be' : null;
}

/** Hebrew letters are adjacent; accented letters of other languages, which share their bytes, are isolated. */
function looksHebrew(bytes: Uint8Array): boolean {
  let high = 0;
  let letters = 0;
  let joined = 0;
  const isLetter = (byte: number | undefined): boolean =>
    byte !== undefined && byte >= hebrew.first && byte <= hebrew.last;
  bytes.forEach((byte, at) => {
    if (byte >= 0x80) high += 1;
    if (!isLetter(byte)) return;
    letters += 1;
    if (isLetter(bytes[at - 1]) || isLetter(bytes[at + 1])) joined += 1;
  });
  return letters >= high * LETTERS && joined >= letters / 2;
}
