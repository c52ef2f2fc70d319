import { inflateSync } from 'node:zlib';
import { refuse } from '../../platform/errors.ts';

/**
 * Names of what a PDF does beyond being read: scripts, programs, files within, players, forms with scripts (ISO
 * 32000-1, 12.6 and 7.11).
 */
const ACTIVE = /\/(?:JavaScript|JS|Launch|EmbeddedFiles?|RichMedia|XFA|SubmitForm|ImportData)(?![A-Za-z0-9])/;
const LOCKED = /\/Encrypt(?![A-Za-z0-9])/;
/** Objects may be packed in streams of their own (7.5.7): these are opened, none further than this in all. */
const MAX_INFLATED = 32 * 1024 * 1024;
/** Its dictionary has no text, no further dictionary and no comment in it, in which a second stream could hide. */
const PACKED = /\bobj\s*<<([^<>()%]{0,2000}\/ObjStm[^<>()%]{0,2000})>>\s*stream\r?\n/g;
/** Packed once, by zlib alone: what is packed otherwise isn't looked into, and refused. */
const INFLATED_ONCE = /\/Filter\s*(?:\/FlateDecode|\[\s*\/FlateDecode\s*\])\s*(?:\/|$)/;
const PACKED_OTHERWISE = /\/(?:DecodeParms|DP|F|FFilter|FDecodeParms)(?![A-Za-z0-9])/;
/**
 * Of packed streams, and of letters written as numbers: more than any scanner makes, and few enough to look through at
 * once.
 */
const MAX_MARKS = 5_000;

/** `/J#61vaScript` is another spelling of a name. */
const spelledOut = (text: string): string =>
  text.replace(/#([0-9a-fA-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

/** Refuses a PDF that can do something, or that can't be looked into: others open it. @throws IMAGE_REFUSED */
export function refuseActive(bytes: Buffer): void {
  const text = bytes.toString('latin1');
  for (const mark of ['/ObjStm', '#']) if (marksOf(text, mark) > MAX_MARKS) throw unreadable();
  const plain = spelledOut(text);
  if (LOCKED.test(plain)) throw refusal('הקובץ נעול');
  const packed = [...text.matchAll(PACKED)];
  if (marksOf(plain, '/ObjStm') !== packed.length) throw unreadable();
  let left = MAX_INFLATED;
  const opened = packed.map(({ index, 0: head, 1: written = '' }, at) => {
    const dictionary = spelledOut(written);
    const isOneFilter = dictionary.indexOf('/Filter') === dictionary.lastIndexOf('/Filter');
    if (!isOneFilter || !INFLATED_ONCE.test(dictionary) || PACKED_OTHERWISE.test(dictionary)) throw unreadable();
    const from = index + head.length;
    // No further than the next one: a file of many would be read through again for each.
    const next = packed[at + 1]?.index ?? text.length;
    const to = text.slice(from, next).indexOf('endstream');
    if (to < 0) throw unreadable();
    try {
      const inflated = inflateSync(bytes.subarray(from, from + to), { maxOutputLength: left });
      left -= inflated.length;
      return inflated.toString('latin1');
    } catch {
      throw unreadable();
    }
  });
  if ([plain, ...opened.map(spelledOut)].some((part) => ACTIVE.test(part))) throw refusal('יש בקובץ יותר ממסמך לקריאה');
}

/** Counts no further than is allowed. `#` only before two digits of a number, as it stands in pictures by chance. */
function marksOf(text: string, mark: string): number {
  let count = 0;
  for (let at = text.indexOf(mark); at >= 0 && count <= MAX_MARKS; at = text.indexOf(mark, at + 1))
    if (mark !== '#' || /^[0-9a-fA-F]{2}$/.test(text.slice(at + 1, at + 3))) count++;
  return count;
}

const refusal = (why: string) =>
  refuse('IMAGE_REFUSED', { message: `${why}. צלמו את המסמך, או שמרו אותו כקובץ PDF פשוט` });
const unreadable = () => refusal('אי אפשר לקרוא את הקובץ');
