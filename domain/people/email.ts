import { withoutMarks } from '../text/without-marks.ts';

const LABEL = '[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?';
/**
 * The HTML standard's rule for `<input type="email">`, with a dot in the domain: no customer's mailbox is at a bare
 * host, and `dana@gmail` is a slip. Zod's own rule refuses mailboxes that exist (`a&b@`, domains under `.ישראל`).
 */
export const EMAIL = new RegExp(`^[\\w.!#$%&'*+/=?^\`{|}~-]+@(?:${LABEL}\\.)+${LABEL}$`);

/** Whether a text, as it was typed or pasted, is an e-mail address. */
export const isEmail = (text: string): boolean => EMAIL.test(withoutMarks(text).trim());
