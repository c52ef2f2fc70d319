import { z } from 'zod';
import { withoutMarks } from '#domain/text/pasted.ts';

/** An e-mail address as it was typed or pasted. */
export const emailAddress = z.string().overwrite(withoutMarks).trim().email().max(254);
