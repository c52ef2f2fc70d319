import { otherLayout } from '../search/keyboard.ts';

const PASSWORD_MIN = 10;
const PASSWORD_MAX = 200;

/** Rows of keyboards and alphabets: runs along them carry no entropy. */
const ROWS = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  '!@#$%^&*()',
  "qwertyuiop[]asdfghjkl;'zxcvbnm,./",
  'qwertyuiopasdfghjklzxcvbnm',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik,9ol.0p;/',
  'qazwsxedcrfvtgbyhnujmik,ol.p;/',
  'אבגדהוזחטיכלמנסעפצקרשת',
  "/'קראטוןםפשדגכעיחלךף,זסבהנמצתץ.",
  'קראטוןםפשדגכעיחלךףזסבהנמצתץ',
];

/**
 * The most common passwords, worldwide and in Israel. Matched inside, in lower case, also as typed in the other
 * keyboard layout.
 */
const WORDS = [
  ...'password passw0rd passwort pass welcome letmein iloveyou loveyou love admin administrator master login user guest test'.split(
    ' ',
  ),
  ...'monkey dragon football baseball superman batman pokemon sunshine princess shadow michael jordan charlie freedom'.split(
    ' ',
  ),
  ...'whatever computer internet google facebook instagram samsung iphone mustang ferrari porsche yamaha honda suzuki kawasaki'.split(
    ' ',
  ),
  ...'starwars cheese summer winter spring autumn hello secret changeme qwerty azerty trustno dinosaur liverpool chelsea arsenal barcelona'.split(
    ' ',
  ),
  ...'israel jerusalem telaviv haifa maccabi hapoel beitar sisma shalom yisrael ahava motek mami chaim'.split(' '),
  ...'סיסמה סיסמא שלום ישראל ירושלים אהבה אוהב אותך אמא אבא מותק מאמי חיים מכבי הפועל ביתר תל אביב חיפה קוד סודי אופנוע'.split(
    ' ',
  ),
];

const LEET: Record<string, string> = {
  '@': 'a',
  '4': 'a',
  '0': 'o',
  '1': 'i',
  '!': 'i',
  '3': 'e',
  $: 's',
  '5': 's',
  '7': 't',
};

const RUN = 4;
/** Letters and digits that must remain once everything well known is removed. */
const REMAINDER = 4;

/** Normal form for comparison (Unicode NFKC). */
export const normalPassword = (password: string): string => password.normalize('NFKC');

/**
 * What is wrong with a new password, in Hebrew, or `null`. `personal` are names, e-mail, phone and store: facts
 * others know about the customer count as well known.
 */
export function passwordProblem(password: string, personal: string[] = []): string | null {
  const text = normalPassword(password);
  const { length } = [...text];
  if (length < PASSWORD_MIN) return `הסיסמה קצרה מדי. נדרשים לפחות ${PASSWORD_MIN} תווים`;
  if (length > PASSWORD_MAX) return `הסיסמה ארוכה מדי. אפשר עד ${PASSWORD_MAX} תווים`;
  const personalParts = personal.flatMap(partsOf);
  return spellings(text).some((spelling) => isCommon(spelling, personalParts))
    ? 'הסיסמה הזו נפוצה או קלה לניחוש. בחרו כמה מילים שאינן קשורות\u00a0זו\u00a0לזו'
    : null;
}

const partsOf = (value: string): string[] =>
  value
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((part) => [...part].length >= 3);

/** As typed and with digits read as the letters they imitate, both also in the other keyboard layout. */
function spellings(text: string): string[] {
  const typed = text.toLowerCase().replace(/(?:19|20)\d\d/g, ' ');
  const plain = [...typed].map((sign) => LEET[sign] ?? sign).join('');
  return [typed, plain].flatMap((spelling) => [spelling, otherLayout(spelling) ?? spelling]);
}

function isCommon(text: string, personal: string[]): boolean {
  if (new Set(text).size < 5 || /^(.{1,5})\1+.{0,4}$/u.test(text)) return true;
  let rest = text;
  // Longest first: shorter words are inside longer ones.
  for (const word of [...WORDS, ...personal].sort((a, b) => b.length - a.length)) rest = rest.replaceAll(word, ' ');
  rest = withoutRuns(rest).replace(/(.)\1{2,}/gu, ' ');
  return rest.replace(/[^\p{L}\p{N}]/gu, '').length < REMAINDER;
}

/** Removes every run of four or more along a row, in either direction. */
function withoutRuns(text: string): string {
  const signs = [...text];
  const remaining: string[] = [];
  for (let at = 0; at < signs.length; ) {
    const length = Math.max(...ROWS.flatMap((row) => [runAt(signs, at, row, 1), runAt(signs, at, row, -1)]));
    if (length >= RUN) remaining.push(' ');
    else remaining.push(signs[at] ?? '');
    at += length >= RUN ? length : 1;
  }
  return remaining.join('');
}

function runAt(signs: string[], from: number, row: string, step: 1 | -1): number {
  let place = row.indexOf(signs[from] ?? '');
  if (place < 0) return 0;
  let length = 1;
  while (signs[from + length] !== undefined && row[place + step] === signs[from + length]) {
    place += step;
    length += 1;
  }
  return length;
}
