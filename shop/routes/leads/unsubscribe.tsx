import { MailCheck, MailX } from 'lucide-react';
import { data } from 'react-router';
import { readSubscriber, unsubscribe } from '#server/leads/newsletter/newsletter.ts';
import { contextOf } from '~/context.ts';
import { Subscription } from '~/features/contact/subscription.tsx';
import { notFoundOr } from '~/not-found.ts';
import type { Route } from './+types/unsubscribe.ts';

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData?.title },
  { name: 'robots', content: 'noindex, nofollow' },
  { name: 'referrer', content: 'no-referrer' },
];
export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

export async function loader({ context, params }: Route.LoaderArgs) {
  const ctx = contextOf(context);
  const subscriber = await readSubscriber(ctx, params.token).catch(notFoundOr);
  const title = `הסרה מרשימת התפוצה | ${ctx.store.name}`;
  return data({ subscriber, title }, { headers: { 'cache-control': 'private, no-store' } });
}

/** Also what mailboxes post by themselves when one presses their own button (RFC 8058). */
export async function action({ context, params }: Route.ActionArgs) {
  await unsubscribe(contextOf(context), params.token).catch(notFoundOr);
  return null;
}

export default function Unsubscribe({ loaderData: { subscriber } }: Route.ComponentProps) {
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
