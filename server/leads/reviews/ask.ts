import type { z } from 'zod';
import { questionForm } from '#contract/leads/question-form.ts';
import { productQuestions } from '#db/schema/index.ts';
import { parseForm } from '#domain/forms/parse-form.ts';
import type { QuestionReply } from '#domain/people/reviews.ts';
import { shortName } from '#domain/people/short-name.ts';
import { productName } from '../../catalogue/cards/product-names.ts';
import type { RequestContext } from '../../context.ts';
import { lockCustomer } from '../../identity/require-customer.ts';
import { Refusal, refuse } from '../../platform/errors.ts';
import { takeOrRefuse } from '../../platform/limits.ts';
import { notifyStoreOfVoice } from './notify.ts';

/**
 * Stores a question for the office. A filled honeypot gets the usual reply and is dropped. @throws NOT_FOUND,
 * RATE_LIMITED
 */
export async function askQuestion(ctx: RequestContext, question: z.output<typeof questionForm>): Promise<void> {
  if (question.website !== '') return;
  await takeOrRefuse(ctx, [{ policy: 'form', subject: question.email.toLowerCase() }]);
  const product = await productName(ctx, question.product_uid);
  if (!product) throw refuse('NOT_FOUND');
  await ctx.db.transaction(async (tx) => {
    if (ctx.customer) await lockCustomer(tx, ctx.customer.uuid);
    await tx.insert(productQuestions).values({
      storeUid: ctx.store.uuid,
      productUid: product.uuid,
      customerUid: ctx.customer?.uuid ?? null,
      author: shortName(question.name),
      email: question.email,
      text: question.text,
      stateAt: ctx.now(),
      createdAt: ctx.now(),
    });
    await notifyStoreOfVoice(ctx, tx, 'question', product.name);
  });
}

/** Action of the question form: stores the posted form, or returns its errors. */
export async function receiveQuestion(ctx: RequestContext, form: FormData): Promise<QuestionReply> {
  const { data, errors, values } = parseForm(questionForm, form);
  if (errors) return { received: false, errors, values };
  try {
    await askQuestion(ctx, data);
    return { received: true };
  } catch (error) {
    if (error instanceof Refusal) return { received: false, errors: {}, values, message: error.message };
    throw error;
  }
}
