/**
 * Whether a picture is complete. A truncated copy has a valid header, and decoding every picture takes a fifth of a
 * second each; the formats' own framing shows it at once.
 */
export function isWhole(bytes: Buffer, format: string): boolean {
  if (format === 'png') return bytes.subarray(-12).includes('IEND');
  if (format === 'jpeg') return bytes.subarray(-4096).includes(Buffer.of(0xff, 0xd9));
  if (format === 'heif' || format === 'avif' || format === 'mp4') return boxesFit(bytes);
  return true; // WebP tells its own length in its head, which sharp checks; SVG was parsed.
}

/**
 * AVIF and MP4 are sequences of boxes, each with its length (ISO/IEC 14496-12 §4.2); 1 means a 64-bit length follows,
 * 0 "to the end".
 */
function boxesFit(bytes: Buffer): boolean {
  let at = 0;
  while (at + 8 <= bytes.length) {
    const short = bytes.readUInt32BE(at);
    if (short === 0) return true;
    const length = short === 1 && at + 16 <= bytes.length ? Number(bytes.readBigUInt64BE(at + 8)) : short;
    if (length < 8) return false;
    at += length;
  }
  return at === bytes.length;
}
