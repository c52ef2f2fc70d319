import { z } from 'zod';
import { EMAIL } from '#domain/people/email.ts';
import { withoutMarks } from '#domain/text/without-marks.ts';

/** An e-mail address as it was typed or pasted. */
export const emailAddress = z
  .string()
  .overwrite(withoutMarks)
  .trim()
  .min(1, 'הזינו דוא״ל')
  .email({ pattern: EMAIL })
  .max(254);
