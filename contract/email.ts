import { z } from 'zod';
import { withoutMarks } from '#domain/text/pasted.ts';

/** An e-mail address as it was typed or pasted. */
export const emailAddress = z.string().overwrite(withoutMarks).trim().min(1, 'הזינו דוא״ל').email().max(254);
