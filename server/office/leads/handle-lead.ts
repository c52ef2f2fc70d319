import { z } from 'zod';
import { sql } from '#db/sql.ts';
import { answerLead, assignLead, closeLead, reopenLead } from '../../leads/inquiries/handling.ts';
import { refuse } from '../../platform/errors.ts';
import { officeCall } from '../../staff/office-call.ts';

const lead = z.uuid();
const text = z.string().trim().min(2, 'כתבו מה נענה').max(5_000);

/** The newest answer that the page showed. */
const seen = z.union([z.uuid(), z.literal('none')]).transform((uuid) => (uuid === 'none' ? null : uuid));

const person = z.union([z.uuid(), z.literal('nobody')]);

/** `owner: nobody` frees it. `was`: whose it was when the form was opened. */
export const assign = officeCall(
  {
    name: 'leads.assign',
    permission: 'leads.assign',
    input: z.object({ lead, owner: person, was: person }),
    kind: 'write',
    entity: 'lead',
  },
  async (ctx, { lead, owner, was }) => {
    const former = was === 'nobody' ? null : was;
    if (owner === 'nobody') return assignLead(ctx, lead, null, former);
    const { rowCount } = await ctx.db.execute(sql`
      select from staff w join staff_roles g on g.staff_uid = w.uuid join roles r on r.uuid = g.role_uid
      where w.uuid = ${owner} and w.status = 'active' and (g.store_uid is null or g.store_uid = ${ctx.storeUid})
        and 'leads.answer' = any(r.permissions) limit 1`);
    if (!rowCount) throw refuse('NOT_POSSIBLE', { message: 'לאדם הזה אין הרשאה לענות לפניות של החנות' });
    return assignLead(ctx, lead, owner, former);
  },
);

/** Sends a mail in the store's look; replies come to its mailbox for leads. */
export const answerByMail = officeCall(
  {
    name: 'leads.answerByMail',
    permission: 'leads.answer',
    input: z.object({ lead, subject: z.string().trim().min(2, 'כתבו נושא').max(150), text, seen }),
    kind: 'write',
    entity: 'lead',
  },
  (ctx, { lead, ...answer }) => answerLead(ctx, lead, { channel: 'email', staffUid: ctx.staff.uuid, ...answer }),
);

/** Keeps what was said by telephone or written in WhatsApp. */
export const noteAnswer = officeCall(
  {
    name: 'leads.noteAnswer',
    permission: 'leads.answer',
    input: z.object({ lead, channel: z.enum(['phone', 'whatsapp']), text, seen }),
    kind: 'write',
    entity: 'lead',
  },
  (ctx, { lead, ...answer }) => answerLead(ctx, lead, { staffUid: ctx.staff.uuid, ...answer }),
);

export const close = officeCall(
  {
    name: 'leads.close',
    permission: 'leads.answer',
    input: z.object({ lead, reason: z.string().trim().max(300).optional() }),
    kind: 'write',
    entity: 'lead',
  },
  (ctx, { lead }) => closeLead(ctx, lead),
);

export const reopen = officeCall(
  { name: 'leads.reopen', permission: 'leads.answer', input: z.object({ lead }), kind: 'write', entity: 'lead' },
  (ctx, { lead }) => reopenLead(ctx, lead),
);
