import { BellOff, MailCheck, MailX } from 'lucide-react';
import { readStopLink, stopReminders } from '#server/customers/garage/reminders.ts';
import { readSubscriber, unsubscribe } from '#server/leads/newsletter/newsletter.ts';
import { Refusal } from '#server/platform/errors.ts';
import { contextOf } from '~/context.ts';
import { Subscription } from '~/features/contact/subscription.tsx';
import { notFoundOr } from '~/not-found.ts';
import { loaderHeadersOf, secretMeta, uncached } from '~/uncached-page.ts';
import type { Route } from './+types/unsubscribe.ts';

export const meta: Route.MetaFunction = secretMeta;
export const headers = loaderHeadersOf;

export async function loader({ context, params }: Route.LoaderArgs) {
  const ctx = contextOf(context);
  const subscriber = await readSubscriber(ctx, params.token).catch(nullOfMissing);
  const reminders = subscriber ? null : await readStopLink(ctx, params.token).catch(notFoundOr);
  const title = `${subscriber ? 'הסרה מרשימת התפוצה' : 'הפסקת התזכורות'} | ${ctx.store.name}`;
  return uncached({ subscriber, active: reminders?.active ?? false, title });
}

/** Also what mailboxes post by themselves when one presses their own button (RFC 8058). */
export async function action({ context, params }: Route.ActionArgs) {
  const ctx = contextOf(context);
  if (!(await unsubscribe(ctx, params.token).catch(nullOfMissing)))
    await stopReminders(ctx, params.token).catch(notFoundOr);
  return null;
}

/** The link of a newsletter, or of a reminder. */
const nullOfMissing = (error: unknown): null => {
  if (error instanceof Refusal && error.code === 'NOT_FOUND') return null;
  throw error;
};

export default function Unsubscribe({ loaderData: { subscriber, active } }: Route.ComponentProps) {
  if (!subscriber)
    return (
      <Subscription
        icon={BellOff}
        title={active ? 'הפסקת התזכורות' : 'התזכורות הופסקו'}
        text={
          active
            ? 'להפסיק את התזכורות לטיפול, לטסט ולביטוח?'
            : 'לא נשלח עוד תזכורות. אפשר להפעיל אותן שוב במוסך שבאזור האישי.'
        }
        button={active ? 'הפסקת התזכורות' : undefined}
      />
    );
  const isUnsubscribed = subscriber.state === 'left';
  const email = (
    <bdi dir="ltr" className="inline-block max-w-full font-semibold wrap-anywhere text-ink">
      {subscriber.email}
    </bdi>
  );
  return (
    <Subscription
      icon={isUnsubscribed ? MailCheck : MailX}
      title={isUnsubscribed ? 'הוסרתם מרשימת התפוצה' : 'הסרה מרשימת התפוצה'}
      text={isUnsubscribed ? <>לא נשלח עוד דיוור אל {email}.</> : <>להפסיק לשלוח דיוור אל {email}?</>}
      button={isUnsubscribed ? undefined : 'הסרה מהרשימה'}
    />
  );
}
