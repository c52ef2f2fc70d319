/** A number as typed or pasted: `₪9,180`, `9180.50`, `20%`; `undefined` where it is none. */
export function parseNumber(text: string): number | undefined {
  const digits = text.replace(/[₪%,\s\u200e\u200f\u2060-\u2069]/g, '').replace('−', '-');
  const value = Number(digits);
  return digits === '' || !Number.isFinite(value) ? undefined : value;
}
