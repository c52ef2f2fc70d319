/** The keys of the Israeli keyboard, by their output in the Hebrew and the English layout. */
const english = "qwertyuiopasdfghjkl;'zxcvbnm,./";
const hebrew = "/'קראטוןםפשדגכעיחלךף,זסבהנמצתץ.";

const toHebrew = new Map([...english].map((key, index) => [key, hebrew[index] ?? key]));
const toEnglish = new Map([...hebrew].map((key, index) => [key, english[index] ?? key]));

/** The text as typed in the other layout: `akuo` ↔ `שלום`. `null` for a text of neither or both alphabets. */
export function otherLayout(text: string): string | null {
  const typed = text.toLowerCase();
  const inHebrew = /[א-ת]/.test(typed);
  if (inHebrew === /[a-z]/.test(typed)) return null;
  const keys = inHebrew ? toEnglish : toHebrew;
  return [...typed].map((key) => keys.get(key) ?? key).join('');
}
