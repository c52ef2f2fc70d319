/**
 * Vehicles by their chassis numbers, as makers publish them: `ZX1100-0012345` and later. `prefix` is what stands before
 * the running number, where `*` is any one character; `from` and `to` are its digits. What is empty doesn't bound: all
 * three mean every vehicle.
 */
export type ChassisRange = { prefix: string; from: string; to: string };

export const ANY_CHASSIS: ChassisRange = { prefix: '', from: '', to: '' };

export const isAnyChassis = ({ prefix, from, to }: ChassisRange): boolean => `${prefix}${from}${to}` === '';

export const CHASSIS_PREFIX = /^[A-Z0-9*]+(?:-[A-Z0-9*]+)*-?$/;
/** Digits, which a number holds exactly. */
const MAX_SERIAL = 12;

/** Capitals with plain hyphens, without blanks and marks of direction. */
export const writtenChassis = (text: string): string =>
  text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\p{Cf}\s]+/gu, '')
    .replace(/\p{Pd}/gu, '-');

/** What a shopper typed as it is compared: letters and digits. */
export const plainChassis = (text: string): string => writtenChassis(text).replace(/[^A-Z0-9]+/g, '');

/**
 * A VIN has 17 characters (ISO 3779), frame numbers of older vehicles fewer; what is shorter than five tells nothing.
 */
export const isChassisNumber = (text: string): boolean => /^[A-Z0-9]{5,20}$/.test(plainChassis(text));

/**
 * Whether the range holds the chassis number. `inChassisRange` in `server/catalogue/parts/fits.ts` is the same in SQL.
 */
export function holdsChassis(range: ChassisRange, number: string): boolean {
  if (isAnyChassis(range)) return true;
  const plain = plainChassis(number);
  const prefix = range.prefix.replaceAll('-', '');
  if (plain.length < prefix.length) return false;
  if ([...prefix].some((sign, at) => sign !== '*' && sign !== plain[at])) return false;
  if (range.from === '' && range.to === '') return true;
  const serial = plain.slice(prefix.length);
  // Longer ones belong to a longer prefix: `ZX1100-0012345` isn't number 11,000,012,345 of ZX. So makers' leading zeros
  // count.
  if (!/^\d+$/.test(serial) || serial.length > Math.max(range.from.length, range.to.length)) return false;
  return (
    (range.from === '' || Number(serial) >= Number(range.from)) &&
    (range.to === '' || Number(serial) <= Number(range.to))
  );
}

/** The first and the last number in full, as `chassisRange` reads them. */
export const chassisEnds = ({ prefix, from, to }: ChassisRange): { from: string; to: string } => ({
  from: from === '' && to === '' && prefix !== '' ? `${prefix}*` : from && prefix + from,
  to: to && prefix + to,
});

/** `ZX1100-0012345 – ZX1100-0020000`, `ZX1100-0012345 –`: in one line, and read back by `readChassisRange`. */
export function chassisText(range: ChassisRange): string {
  const { from, to } = chassisEnds(range);
  return from.endsWith('*') || isAnyChassis(range) ? from : `${from} – ${to}`.trim();
}

type Parts = { prefix: string; serial: string };

/** Of the 17 characters of a VIN the last six are the running number (ISO 3779), else all digits at the end. */
function split(number: string): Parts | null {
  if (!CHASSIS_PREFIX.test(number)) return null;
  const digits = /^.{11}\d{6}$/.test(number) ? number.slice(-6) : (/\d+$/.exec(number)?.[0] ?? '');
  if (digits === '' || digits.length > MAX_SERIAL) return null;
  return { prefix: number.slice(0, -digits.length), serial: digits };
}

/**
 * A range by its two ends in full, of which the last may be its digits alone and either may be empty. `null`: they make
 * none. That the last comes first is reported by the importer's checks.
 */
export function chassisRange(first: string, last: string): ChassisRange | null {
  const [from, to] = [writtenChassis(first), writtenChassis(last)];
  if (from === '' && to === '') return ANY_CHASSIS;
  // `PC40*`: all that begin so.
  if (from.endsWith('*')) {
    const prefix = from.replace(/\*+$/, '');
    return to === '' && CHASSIS_PREFIX.test(prefix) ? { prefix, from: '', to: '' } : null;
  }
  const low = from === '' ? null : split(from);
  const high = to === '' ? null : low && /^\d{1,12}$/.test(to) ? { prefix: low.prefix, serial: to } : split(to);
  if ((from !== '' && !low) || (to !== '' && !high)) return null;
  if (low && high && low.prefix !== high.prefix) return null;
  return { prefix: low?.prefix ?? high?.prefix ?? '', from: low?.serial ?? '', to: high?.serial ?? '' };
}

const BETWEEN = /\s*(?:[–—]|\.\.+|\s-\s|\sעד\s|\sto\s)\s*/iu;
const UP_TO = /^(?:עד[\s־-]*|(?:up\s?to|to)\s+|[-–—]\s*)/iu;
const FROM = /^(?:החל\s+מ|משלדה|מ|from\s)[\s־-]*/iu;
const ONWARD = /\s*(?:ומעלה|ואילך|and\s+up|\+|-)$/iu;

/**
 * A range in one cell: `ZX1100-0012345 – ZX1100-0020000`, `ZX1100-0012345 – 0020000`, `ZX1100-0012345 –`, `עד
 * ZX1100-0020000`, `PC40*`. `null`: it isn't one, or could be read in two ways: a number alone may be the first or the
 * only one. A dash alone is no range either, though an empty cell means every vehicle.
 */
export function readChassisRange(text: string): ChassisRange | null {
  const line = text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .trim();
  if (line === '') return ANY_CHASSIS;
  if (UP_TO.test(line)) {
    const last = line.replace(UP_TO, '');
    return last === '' || BETWEEN.test(last) ? null : chassisRange('', last);
  }
  const begun = line.replace(FROM, '');
  const ends = begun.split(BETWEEN);
  if (ends.length > 1) return ends.length === 2 ? chassisRange(ends[0] ?? '', ends[1] ?? '') : null;
  const first = begun.replace(ONWARD, '');
  if (first === '') return null;
  if (first !== line || first.endsWith('*')) return chassisRange(first, '');
  // A hyphen may part two numbers or belong to one: only two of the same beginning are a range.
  const halves = writtenChassis(line).split('-');
  const [low, high] = [split(halves[0] ?? ''), split(halves[1] ?? '')];
  return halves.length === 2 && low && high && low.prefix !== '' && low.prefix === high.prefix
    ? chassisRange(halves[0] ?? '', halves[1] ?? '')
    : null;
}
