import type { FormReply } from '../forms/parse-form.ts';

/** Reply of a lead form; `number` is the inquiry's, where it has one; `callback` when staff will call, in words. */
export type LeadReply = { received: true; number?: string; callback?: string } | ({ received: false } & FormReply);
