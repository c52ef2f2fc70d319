import type { $ZodRawIssue } from 'zod/v4/core';

const WRONG = 'הערך אינו תקין';
const MISSING = 'שדה חובה';
const formats: Record<string, string> = {
  email: 'כתובת דוא״ל לא תקינה',
  url: 'הכתובת אינה תקינה. דוגמה: https://example.com',
  date: 'התאריך אינו תקין',
  time: 'השעה אינה תקינה',
};

/**
 * What a field says where its schema has no text of its own (`z.string().min(2, 'הזינו שם')`), in Hebrew. `undefined`:
 * an issue without a text. Of a union '' comes back: its options say more.
 */
export function errorText(issue: $ZodRawIssue | undefined): string {
  if (!issue) return WRONG;
  if (issue.code === 'invalid_union') return '';
  if (issue.input === '' || issue.input === undefined || issue.input === null) return MISSING;
  switch (issue.code) {
    case 'invalid_type':
      return issue.expected === 'number' || issue.expected === 'int' ? 'הזינו מספר' : WRONG;
    case 'too_small':
      return sizeText(issue.origin, 'לפחות', Number(issue.minimum));
    case 'too_big':
      return sizeText(issue.origin, 'לכל היותר', Number(issue.maximum));
    case 'invalid_format':
      return formats[issue.format ?? ''] ?? WRONG;
    case 'invalid_value':
      return 'בחרו אחת מהאפשרויות';
    case 'not_multiple_of':
      return `הזינו כפולה של ${issue.divisor}`;
    default:
      return WRONG;
  }
}

function sizeText(origin: string | undefined, limit: string, size: number): string {
  if (origin === 'string') return size === 1 ? `${limit} תו אחד` : `${limit} ${size} תווים`;
  if (origin === 'array' || origin === 'set') return size === 1 ? `בחרו ${limit} אחד` : `בחרו ${limit} ${size}`;
  if (origin === 'file') return 'הקובץ גדול מדי';
  return `הזינו ${limit} ${size}`;
}
