import { z } from 'zod';
import { buyerTasks } from '#domain/orders/handover-tasks.ts';
import { type CallSchema, uid } from '../common.ts';
import { signForm } from './sign-form.ts';

const paper = z.object({
  id: uid,
  /** Empty where it isn't open. */
  name: z.string(),
  bytes: z.number().int(),
  type: z.string(),
  sent_at: z.string(),
  /**
   * May be opened and removed by who asks: the order's signed-in owner, who has proved its phone, the device that has
   * sent it.
   */
  open: z.boolean(),
});

const task = z.object({
  /** Names the task within its order. */
  position: z.number().int(),
  title: z.string(),
  kind: z.enum(buyerTasks),
  /** What the buyer has to send; of a signature the words to sign. */
  ask: z.string(),
  /** Names title and words: what is sent for other ones is refused. */
  version: z.string(),
  state: z.enum(['missing', 'sent', 'refused', 'checked']),
  sent_at: z.string().nullable(),
  /** When staff have accepted it, or ticked what was brought along. */
  checked_at: z.string().nullable(),
  /** Why it was refused. */
  refusal: z.string(),
  /** What the buyer has sent. */
  papers: z.array(paper),
});

const secret = z.string().min(1).max(200);
const version = z.string().max(20);
const position = z.coerce.number().int().min(0).max(50);
const response = z.object({ tasks: z.array(task) });

export const calls = {
  'GET /api/orders/get-tasks': {
    summary:
      'What the buyer of a vehicle sends before the handover, by the order’s secret; none once it was handed over',
    query: z.object({ order: secret }),
    response,
  },
  'POST /api/orders/add-paper': {
    summary: 'Adds a photo or PDF of up to 10 MiB to a task; pictures are redrawn without metadata',
    query: z.object({ order: secret, position, version: version.optional(), name: z.string().max(200).default('') }),
    response,
  },
  'POST /api/orders/remove-paper': {
    summary: 'Takes back what was sent, until staff have checked it, by who may open it',
    body: z.strictObject({ order: secret, paper_uid: uid }),
    response,
  },
  'POST /api/orders/sign': {
    summary: 'Signs the words of a task: a typed full name and consent, with a drawn signature if wanted',
    body: z.strictObject({
      order: secret,
      ...signForm.shape,
      position: z.number().int().min(0).max(50),
    }),
    response,
  },
} satisfies Record<string, CallSchema>;

export type OrderTask = z.infer<typeof task>;
