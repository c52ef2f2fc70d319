import { z } from 'zod';
import { answerQuestion, answerReview, publishReview, refuseVoice } from '../../leads/reviews/handling.ts';
import { officeCall } from '../../staff/office-call.ts';

const review = z.uuid();
const question = z.uuid();
/** `state_at` of the page that the person decided by. */
const seen = z.iso.datetime();
const why = z.string().trim().min(2, 'כתבו למה').max(500);
const answer = z.string().trim().max(2_000);
/** The answer that the form began with. */
const was = z.object({ answer: answer.default('') }).prefault({});
/** Of a review; without one it is shown alone. */
const answers = { answer: answer.default(''), was };

export const publish = officeCall(
  {
    name: 'reviews.publish',
    permission: 'reviews.edit',
    input: z.object({ review, seen, ...answers }),
    kind: 'write',
    entity: 'review',
  },
  (ctx, { review, ...decision }) => publishReview(ctx, review, decision),
);

export const refuseReview = officeCall(
  {
    name: 'reviews.refuse',
    permission: 'reviews.edit',
    input: z.object({ review, seen, why }),
    kind: 'write',
    entity: 'review',
  },
  (ctx, { review, ...decision }) => refuseVoice(ctx, 'review', review, decision),
);

export const answerToReview = officeCall(
  {
    name: 'reviews.answer',
    permission: 'reviews.edit',
    input: z.object({ review, ...answers }),
    kind: 'write',
    entity: 'review',
  },
  (ctx, { review, ...answers }) => answerReview(ctx, review, answers),
);

export const answerToQuestion = officeCall(
  {
    name: 'questions.answer',
    permission: 'reviews.edit',
    input: z.object({ question, seen, answer: answer.min(2, 'כתבו את התשובה'), was }),
    kind: 'write',
    entity: 'question',
  },
  (ctx, { question, ...reply }) => answerQuestion(ctx, question, reply),
);

export const refuseQuestion = officeCall(
  {
    name: 'questions.refuse',
    permission: 'reviews.edit',
    input: z.object({ question, seen, why }),
    kind: 'write',
    entity: 'question',
  },
  (ctx, { question, ...decision }) => refuseVoice(ctx, 'question', question, decision),
);
