import { BellOff, MailCheck, MailX } from 'lucide-react';
import { type Requested, readStopLink, stopMessages } from '#server/customers/requested-messages/request.ts';
import { readSubscriber, unsubscribe } from '#server/leads/newsletter/newsletter.ts';
import { readStockStop, stopStockAlerts } from '#server/leads/stock-alerts/stop.ts';
import { Refusal } from '#server/platform/errors.ts';
import { contextOf } from '~/context.ts';
import { SubscribedEmail, Subscription } from '~/features/contact/subscription.tsx';
import { notFoundOr } from '~/not-found.ts';
import { loaderHeadersOf, secretMeta, uncached } from '~/uncached-page.ts';
import type { Route } from './+types/unsubscribe.ts';

export const meta: Route.MetaFunction = secretMeta;
export const headers = loaderHeadersOf;

export async function loader({ context, params }: Route.LoaderArgs) {
  const ctx = contextOf(context);
  const subscriber = await readSubscriber(ctx, params.token).catch(nullOfMissing);
  const requested = subscriber
    ? null
    : ((await readStopLink(ctx, params.token).catch(nullOfMissing)) ??
      (await readStockStop(ctx, params.token).catch(notFoundOr)));
  const title = `${requested ? words[requested.kind].stop : 'הסרה מרשימת התפוצה'} | ${ctx.store.name}`;
  return uncached({ subscriber, requested: requested && { kind: requested.kind, active: requested.active }, title });
}

/** Also what mailboxes post by themselves when one presses their own button (RFC 8058). */
export async function action({ context, params }: Route.ActionArgs) {
  const ctx = contextOf(context);
  for (const end of [unsubscribe, stopMessages])
    if ((await end(ctx, params.token).catch(nullOfMissing)) !== null) return null;
  await stopStockAlerts(ctx, params.token).catch(notFoundOr);
  return null;
}

/** The link of a newsletter, of what a customer has asked for, or of back-in-stock alerts. */
const nullOfMissing = (error: unknown): null => {
  if (error instanceof Refusal && error.code === 'NOT_FOUND') return null;
  throw error;
};

const words: Record<Requested | 'stock_alerts', Record<'stop' | 'stopped' | 'question' | 'done', string>> = {
  vehicle_reminders: {
    stop: 'הפסקת התזכורות',
    stopped: 'התזכורות הופסקו',
    question: 'להפסיק את התזכורות לטיפול, לטסט ולביטוח?',
    done: 'לא נשלח עוד תזכורות. אפשר להפעיל אותן שוב במוסך שבאזור האישי.',
  },
  favorite_alerts: {
    stop: 'הפסקת העדכונים',
    stopped: 'העדכונים הופסקו',
    question: 'להפסיק את העדכונים על מחירים ומלאי ברשימת המשאלות?',
    done: 'לא נשלח עוד עדכונים. אפשר להפעיל אותם שוב ברשימת המשאלות שבאזור האישי.',
  },
  stock_alerts: {
    stop: 'הפסקת עדכוני המלאי',
    stopped: 'עדכוני המלאי הופסקו',
    question: 'להפסיק את העדכונים על מוצרים שחוזרים למלאי? יבוטלו גם בקשות שמחכות.',
    done: 'לא נשלח לכאן עוד עדכונים על מוצרים שאזלו, גם אם מישהו יבקש אותם בדף של מוצר. העדכונים של רשימת המשאלות נקבעים באזור האישי.',
  },
};

export default function Unsubscribe({ loaderData: { subscriber, requested } }: Route.ComponentProps) {
  if (requested) {
    const { stop, stopped, question, done } = words[requested.kind];
    return (
      <Subscription
        icon={BellOff}
        title={requested.active ? stop : stopped}
        text={requested.active ? question : done}
        button={requested.active ? stop : undefined}
      />
    );
  }
  if (!subscriber) return null;
  const isUnsubscribed = subscriber.state === 'left';
  const email = <SubscribedEmail>{subscriber.email}</SubscribedEmail>;
  return (
    <Subscription
      icon={isUnsubscribed ? MailCheck : MailX}
      title={isUnsubscribed ? 'הוסרתם מרשימת התפוצה' : 'הסרה מרשימת התפוצה'}
      text={isUnsubscribed ? <>לא נשלח עוד דיוור אל {email}.</> : <>להפסיק לשלוח דיוור אל {email}?</>}
      button={isUnsubscribed ? undefined : 'הסרה מהרשימה'}
    />
  );
}
