import type { FormReply } from '../forms/parse-form.ts';

/** Reply of a lead form; `number` is the inquiry's, where it has one. */
export type LeadReply = { received: true; number?: string } | ({ received: false } & FormReply);
