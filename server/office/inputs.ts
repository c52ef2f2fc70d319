import { z } from 'zod';
import { atIsraelTime } from '#domain/calendar/israel-time.ts';
import { isShekels, toAgorot } from '#domain/money/money.ts';

/** Shekels of a form, as agorot. */
export const sumInput = z.coerce
  .number('הזינו סכום בשקלים')
  .min(0, 'הזינו סכום בשקלים')
  .max(100_000_000)
  .refine(isShekels, 'לכל היותר שתי ספרות אחרי הנקודה')
  .transform(toAgorot);

/** Why something is done; kept with it. */
export const reason = z.string().trim().max(300, 'עד 300 תווים').default('');
export const neededReason = z.string('כתבו סיבה').trim().min(1, 'כתבו סיבה').max(300, 'עד 300 תווים');

/** A checkbox of a form. */
export const ticked = z.literal('on').optional().transform(Boolean);

/** A day and an hour as browsers' fields have them (`2026-11-24T14:30`), meant in Israel. */
export const momentInput = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/, 'בחרו יום ושעה')
  .transform((typed, issues) => {
    const at = atIsraelTime(typed.slice(0, 10), typed.slice(11, 16));
    if (at) return at;
    issues.addIssue({ code: 'custom', message: 'אין שעה כזו ביום הזה' });
    return z.NEVER;
  });
