import { promisify } from 'node:util';
import { inflate } from 'node:zlib';
import { refuse } from '../../platform/errors.ts';

/**
 * Names of what a PDF does beyond being read: scripts, programs, files within, players, forms with scripts (ISO
 * 32000-1, 12.6 and 7.11).
 */
const ACTIVE = /\/(?:JavaScript|JS|Launch|EmbeddedFiles?|RichMedia|XFA|SubmitForm|ImportData)(?![A-Za-z0-9])/;
const LOCKED = /\/Encrypt(?![A-Za-z0-9])/;
/** Objects may be packed in streams of their own (7.5.7): these are opened, none further than this in all. */
const MAX_INFLATED = 8 * 1024 * 1024;
/**
 * Its dictionary has no text, no further dictionary and no comment in it, in which a second stream could hide. Spaces
 * are bounded, since those behind a dictionary are read once for each `/ObjStm` in it.
 */
const PACKED = /\bobj\s{0,20}<<([^<>()%]{0,2000}\/ObjStm[^<>()%]{0,2000})>>\s{0,20}stream\r?\n/g;
/** Packed once, by zlib alone: what is packed otherwise isn't looked into, and refused. */
const INFLATED_ONCE = /\/Filter\s*(?:\/FlateDecode|\[\s*\/FlateDecode\s*\])\s*(?:\/|$)/;
const PACKED_OTHERWISE = /\/(?:DecodeParms|DP|F|FFilter|FDecodeParms)(?![A-Za-z0-9])/;
/** Of packed streams in a file: a scanner makes a few, an editor one for every hundred objects or so. */
const MAX_PACKED = 1_000;
/** Of letters written as numbers, in the file and its packed streams together: each takes a step of its own. */
const MAX_SPELLED = 5_000;

const inflated = promisify(inflate) as (packed: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>;

/** `/J#61vaScript` is another spelling of a name. */
const spelledOut = (text: string): string =>
  text.replace(/#([0-9a-fA-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

/** Refuses a PDF that can do something, or that can't be looked into: others open it. @throws IMAGE_REFUSED */
export async function refuseActive(bytes: Buffer): Promise<void> {
  const text = bytes.toString('latin1');
  let spelled = countSpelled(text, MAX_SPELLED);
  if (spelled > MAX_SPELLED || count(text, '/ObjStm', MAX_PACKED) > MAX_PACKED) throw unreadable();
  const plain = spelledOut(text);
  if (LOCKED.test(plain)) throw refusal('הקובץ נעול');
  refuseActiveText(plain);
  const packed = [...text.matchAll(PACKED)];
  if (count(plain, '/ObjStm', MAX_PACKED) !== packed.length) throw unreadable();
  let left = MAX_INFLATED;
  for (const [at, { index, 0: head, 1: written = '' }] of packed.entries()) {
    const dictionary = spelledOut(written);
    const isOneFilter = dictionary.indexOf('/Filter') === dictionary.lastIndexOf('/Filter');
    if (!isOneFilter || !INFLATED_ONCE.test(dictionary) || PACKED_OTHERWISE.test(dictionary)) throw unreadable();
    const from = index + head.length;
    // No further than the next one: a file of many would be read through again for each.
    const next = packed[at + 1]?.index ?? text.length;
    const to = text.slice(from, next).indexOf('endstream');
    if (to < 0) throw unreadable();
    const opened = await inflated(bytes.subarray(from, from + to), { maxOutputLength: left }).catch(() => {
      throw unreadable();
    });
    left -= opened.length;
    const inner = opened.toString('latin1');
    spelled += countSpelled(inner, MAX_SPELLED - spelled);
    if (spelled > MAX_SPELLED) throw unreadable();
    refuseActiveText(spelledOut(inner));
  }
}

function refuseActiveText(text: string): void {
  if (ACTIVE.test(text)) throw refusal('יש בקובץ יותר ממסמך לקריאה');
}

/** Counts no further than one beyond what is allowed. */
function count(text: string, mark: string, most: number, isMeant = (_at: number) => true): number {
  let found = 0;
  for (let at = text.indexOf(mark); at >= 0 && found <= most; at = text.indexOf(mark, at + 1)) if (isMeant(at)) found++;
  return found;
}

/** `#` only before two digits of a number, as it stands in pictures by chance. */
const countSpelled = (text: string, most: number): number =>
  count(text, '#', most, (at) => /^[0-9a-fA-F]{2}$/.test(text.slice(at + 1, at + 3)));

const refusal = (why: string) =>
  refuse('IMAGE_REFUSED', { message: `${why}. צלמו את המסמך, או שמרו אותו כקובץ PDF פשוט` });
const unreadable = () => refusal('אי אפשר לקרוא את הקובץ');
