import { ChevronRight } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { data } from 'react-router';
import type { OrderTask } from '#contract/checkout/order-tasks.ts';
import { signForm } from '#contract/checkout/sign-form.ts';
import { type FormReply, parseForm } from '#domain/forms/parse-form.ts';
import { formatLongDate } from '#domain/text/format.ts';
import { papersCookie } from '#server/checkout/fulfilment/buyer-tasks/paper-access.ts';
import { signTask } from '#server/checkout/fulfilment/buyer-tasks/send.ts';
import { readTasks } from '#server/checkout/fulfilment/buyer-tasks/tasks.ts';
import { readCancelling } from '#server/checkout/orders/cancellation-notices.ts';
import { findOrder, readOrder } from '#server/checkout/orders/read.ts';
import { bookByForm } from '#server/leads/bookings/form.ts';
import { readHandoverDate } from '#server/leads/bookings/handover-date.ts';
import { Refusal } from '#server/platform/errors.ts';
import { ButtonLink } from '#ui/button.tsx';
import { Link } from '#ui/link.tsx';
import { contextOf } from '~/context.ts';
import { TimeForm } from '~/features/booking/time-form.tsx';
import { PapersTask } from '~/features/order/tasks/papers-task.tsx';
import { SignatureTask } from '~/features/order/tasks/signature-task.tsx';
import { TaskCard } from '~/features/order/tasks/task-card.tsx';
import { calmWords } from '~/features/order/tasks/task-state.tsx';
import { ON_HOLD, visitInWords } from '~/features/order/tasks/task-summary.tsx';
import { useFormDraft } from '~/forms/draft.ts';
import { notFoundOr } from '~/not-found.ts';
import { loaderHeadersOf, secretMeta, uncached } from '~/uncached-page.ts';
import type { Route } from './+types/order-tasks.ts';

export const meta: Route.MetaFunction = secretMeta;
export const headers = loaderHeadersOf;

export async function loader({ context, params: { secret } }: Route.LoaderArgs) {
  const ctx = contextOf(context);
  const uuid = await findOrder(ctx, { secret }).catch(notFoundOr);
  const order = await readOrder(ctx, uuid);
  const { number, status } = order;
  return uncached({
    ...{ number, status, secret, title: `לפני המסירה | ${ctx.store.name}` },
    tasks: await readTasks(ctx.db, uuid, ctx),
    date: await readHandoverDate(ctx, uuid),
    cancelling: await readCancelling(ctx, order),
  });
}

type Reply = { position: number | null; refused?: FormReply };

const answer = (reply: Reply, headers: HeadersInit = {}) => data(reply, { headers });

/** Signs a task, or books the date of the handover. `position`: the task; `null` for the date. */
export async function action({ context, params: { secret }, request }: Route.ActionArgs) {
  const ctx = contextOf(context);
  const form = await request.formData();
  if (form.has('book')) {
    const refused = await bookByForm(ctx, secret, form).catch(notFoundOr);
    return answer({ position: null, ...(refused && { refused: { errors: {}, values: {}, ...refused } }) });
  }
  const { data: signature, errors, values } = parseForm(signForm, form);
  const position = Number(form.get('position'));
  if (errors) return answer({ position, refused: { errors, values } });
  try {
    const { carries } = await signTask(ctx, { order: secret, ...signature });
    // Without scripts the loader answers in the same request.
    ctx.papers = carries;
    return answer({ position }, { 'set-cookie': papersCookie(ctx, carries) });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (error.code === 'ORDER_NOT_FOUND') return notFoundOr(error);
    // The words may be other ones now, to which nobody has agreed.
    const { agreed: _, ...typed } = values;
    return answer({ position, refused: { errors: {}, values: typed, message: error.message } });
  }
}

export default function OrderTasks({
  loaderData: { number, status, secret, tasks, date, cancelling },
  actionData: reply,
}: Route.ComponentProps) {
  // Who looked the order up for its papers has found it, as on its page.
  useFormDraft('order', undefined, true);
  const alert = useRef<HTMLParagraphElement>(null);
  const untimely = reply?.position === null ? reply.refused?.message : undefined;
  useEffect(() => {
    if (reply && untimely) alert.current?.focus();
  }, [reply, untimely]);
  const done = (position: number | null, words: string) =>
    reply && !reply.refused && reply.position === position ? words : undefined;
  const nothing = tasks.length === 0 && date === null;
  return (
    <div className="page max-w-3xl py-8 pb-20 lg:pt-14">
      <Link to={`/order/${secret}`} className="inline-flex min-h-11 items-center gap-1 text-ink-2 hover:text-ink">
        <ChevronRight aria-hidden className="size-5" />
        <span>
          הזמנה <bdi dir="ltr">{number}</bdi>
        </span>
      </Link>
      <h1 className="mt-2 text-4xl font-black">לפני המסירה</h1>
      <p className="mt-3 text-lg text-ink-2">
        {nothing
          ? status === 'provided'
            ? 'ההזמנה נמסרה, ואין עוד מה לשלוח.'
            : 'אין כאן מה לשלוח עכשיו. כל מה שקורה עם ההזמנה נמצא בדף שלה.'
          : cancelling
            ? 'הודעת הביטול בטיפול, ובינתיים אין צורך לשלוח דבר.'
            : 'מה ששולחים מכאן חוסך זמן בסניף. אפשר לעצור באמצע ולחזור בקישור הזה מכל מכשיר.'}
      </p>
      <div className="mt-8 grid gap-6">
        {tasks.map((task) => (
          <TaskCard
            key={task.position}
            title={task.title}
            state={task.state}
            {...calmWords(task.state, cancelling)}
            refusal={task.refusal}
            done={done(task.position, 'תודה, החתימה נשמרה.')}
          >
            {task.checked_at && <Accepted task={task} />}
            {task.kind === 'papers' ? (
              <>
                {!task.checked_at && <p className="max-w-[65ch]">{task.ask}</p>}
                <PapersTask task={task} number={number} secret={secret} />
              </>
            ) : (
              <SignatureTask
                task={task}
                number={number}
                secret={secret}
                reply={reply?.position === task.position ? reply.refused : undefined}
              />
            )}
          </TaskCard>
        ))}
        {date && (
          <TaskCard
            title="מועד המסירה"
            state={date.visit ? (cancelling ? 'sent' : 'checked') : 'missing'}
            words={date.visit ? (cancelling ? ON_HOLD : 'נקבע') : 'עוד לא נבחר'}
            done={done(null, 'תודה, המועד נקבע.')}
          >
            {untimely && (
              <p ref={alert} tabIndex={-1} role="alert" className="rounded-md bg-danger-wash px-4 py-3 text-danger">
                {untimely}
              </p>
            )}
            {date.visit && (
              <>
                <p className="text-lg">
                  <span className="font-semibold">{visitInWords(date.visit.starts_at)}</span>,{' '}
                  <bdi>{date.visit.branch}</bdi>
                </p>
                <div>
                  <ButtonLink to={`/booking/${date.visit.secret}`} variant="secondary">
                    שינוי, ביטול או הוספה ליומן
                  </ButtonLink>
                </div>
              </>
            )}
            {date.slots && (
              // Days and times are grey themselves.
              <div className="rounded-lg bg-ground p-4 sm:p-6">
                <TimeForm slots={date.slots} phone={date.phone} does="book" words={choosingWords} inPage />
              </div>
            )}
          </TaskCard>
        )}
      </div>
    </div>
  );
}

/** What there is left to know of a task that staff have accepted. */
const Accepted = ({ task: { kind, sent_at, checked_at } }: { task: OrderTask }) => (
  <p className="text-ink-2">
    {sent_at && (
      <>
        {kind === 'signature' ? 'נחתם' : 'נשלח'} ב־{formatLongDate(sent_at)},{' '}
      </>
    )}
    אושר ב־{formatLongDate(checked_at ?? '')}
  </p>
);

const choosingWords = {
  title: 'מתי נוח לכם?',
  text: 'אלה המועדים הפנויים בסניף, מהיום הראשון שבו המסירה אפשרית. אפשר לשנות גם אחר כך.',
  submit: 'קביעת המועד',
  none: 'אין כרגע מועד פנוי בסניף.',
};
