import { uid } from '#contract/common.ts';
import { leadBody } from '#contract/leads/contacts.ts';
import { type LeadErrors, type LeadReply, leadValues, validateLead } from '#domain/people/lead.ts';
import type { RequestContext } from '../../context.ts';
import { Refusal } from '../../platform/errors.ts';
import { inquiryNumber, leaveDetails } from './contacts.ts';

/** Action of a lead form: stores the posted form, or returns its errors. */
export async function receiveLead(
  ctx: RequestContext,
  form: FormData,
  extra: Record<string, string> = {},
): Promise<LeadReply> {
  const refused = (message: string, errors: LeadErrors): LeadReply => ({
    received: false,
    message,
    errors,
    values: leadValues(form),
  });
  const errors = validateLead(form);
  if (Object.keys(errors).length > 0) return refused('חלק מהשדות אינם תקינים', errors);
  const value = (name: string) => String(form.get(name) ?? '');
  const parsed = leadBody.safeParse({
    type: value('type') || 'general',
    source: value('source') || 'contact',
    name: value('name'),
    phone: value('phone'),
    email: value('email').trim(),
    message: value('message'),
    model: value('model'),
    product_uid: value('product_uid') || null,
    // From the page's URL; an invalid value is dropped instead of refused.
    finance_quote_uid: uid.safeParse(value('finance_quote_uid')).data ?? null,
    marketing_consent: form.get('marketing_consent') !== null,
    website: value('website'),
    ...extra,
  });
  if (!parsed.success) return refused('חלק מהשדות אינם תקינים', {});
  try {
    const { uuid } = await leaveDetails(ctx, parsed.data);
    return {
      received: true,
      ...(parsed.data.type === 'cancellation' && uuid && { number: inquiryNumber(uuid) }),
    };
  } catch (error) {
    if (error instanceof Refusal) return refused(error.message, {});
    throw error;
  }
}
