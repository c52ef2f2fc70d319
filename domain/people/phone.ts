const separators = /[\s\-.()־–\u200E\u200F\u202A-\u202E\u2060-\u2069]/g;

/** National digits: `+972 50…`, `972 050…`, `00972…` all become `050…` (docs/rules/phones.md). */
function national(input: string): string {
  const digits = input.replace(separators, '');
  const abroad = /^(?:\+|00)?972(0?)(\d+)$/.exec(digits);
  return abroad ? `0${abroad[2]}` : digits;
}

/** An Israeli mobile number (050–055 and 058) as E.164, or `null`. 056 and 059 are foreign networks. */
export function parseMobile(input: string): string | null {
  const digits = national(input);
  return /^05[0-58]\d{7}$/.test(digits) ? `+972${digits.slice(1)}` : null;
}

/** Any Israeli number that can be called back (mobile, landline, 07x) as E.164, or `null`. */
export function parsePhone(input: string): string | null {
  const digits = national(input);
  return /^(?:05[0-58]\d{7}|0[23489]\d{7}|07\d{8})$/.test(digits) ? `+972${digits.slice(1)}` : null;
}

/** `+972501234567` → `050-1234567`; landlines `03-1234567`. */
export function formatPhone(e164: string): string {
  const digits = e164.replace(/^\+972/, '0');
  const prefix = /^0[57]/.test(digits) ? 3 : 2;
  return `${digits.slice(0, prefix)}-${digits.slice(prefix)}`;
}
