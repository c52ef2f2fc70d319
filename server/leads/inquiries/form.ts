import { leadForm } from '#contract/leads/lead-form.ts';
import { formatCallback } from '#domain/calendar/callback.ts';
import { type FormReply, parseForm } from '#domain/forms/parse-form.ts';
import type { LeadReply } from '#domain/people/lead-reply.ts';
import type { RequestContext } from '../../context.ts';
import { Refusal } from '../../platform/errors.ts';
import { type Lead, leaveDetails } from './contacts.ts';
import { inquiryNumber } from './inquiry-number.ts';

/** Action of a lead form: stores the posted form, or returns its errors. */
export async function receiveLead(ctx: RequestContext, form: FormData): Promise<LeadReply> {
  const { data, errors, values } = parseForm(leadForm, form);
  return errors ? { received: false, errors, values } : keepLead(ctx, data, values);
}

/** `values`: what was typed, for a form that is shown again. */
export async function keepLead(ctx: RequestContext, lead: Lead, values: FormReply['values']): Promise<LeadReply> {
  try {
    const { uuid, callback } = await leaveDetails(ctx, lead);
    return {
      received: true,
      ...(lead.type === 'cancellation' && uuid && { number: inquiryNumber(uuid) }),
      ...(callback && { callback: formatCallback(callback) }),
    };
  } catch (error) {
    if (error instanceof Refusal) return { received: false, errors: {}, values, message: error.message };
    throw error;
  }
}
