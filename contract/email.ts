import { z } from 'zod';
import { withoutMarks } from '#domain/text/without-marks.ts';

const LABEL = '[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?';
/**
 * The HTML standard's rule for `<input type="email">`, with a dot in the domain: no customer's mailbox is at a bare
 * host, and `dana@gmail` is a slip. Zod's own rule refuses mailboxes that exist (`a&b@`, domains under `.ישראל`).
 */
export const EMAIL = new RegExp(`^[\\w.!#$%&'*+/=?^\`{|}~-]+@(?:${LABEL}\\.)+${LABEL}$`);

/** An e-mail address as it was typed or pasted. */
export const emailAddress = z
  .string()
  .overwrite(withoutMarks)
  .trim()
  .min(1, 'הזינו דוא״ל')
  .email({ pattern: EMAIL })
  .max(254);
