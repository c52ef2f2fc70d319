import { MailCheck, MailQuestionMark } from 'lucide-react';
import { confirm, readSubscriber } from '#server/leads/newsletter/newsletter.ts';
import { contextOf } from '~/context.ts';
import { SubscribedEmail, Subscription } from '~/features/contact/subscription.tsx';
import { notFoundOr } from '~/not-found.ts';
import { loaderHeadersOf, secretMeta, uncached } from '~/uncached-page.ts';
import type { Route } from './+types/confirm.ts';

export const meta: Route.MetaFunction = secretMeta;
export const headers = loaderHeadersOf;

export async function loader({ context, params }: Route.LoaderArgs) {
  const ctx = contextOf(context);
  const subscriber = await readSubscriber(ctx, params.token).catch(notFoundOr);
  const title = `אישור הרשמה | ${ctx.store.name}`;
  return uncached({ subscriber, title });
}

export async function action({ context, params }: Route.ActionArgs) {
  await confirm(contextOf(context), params.token).catch(notFoundOr);
  return null;
}

export default function Confirm({ loaderData: { subscriber } }: Route.ComponentProps) {
  const done = subscriber.state === 'confirmed';
  const email = <SubscribedEmail>{subscriber.email}</SubscribedEmail>;
  return (
    <Subscription
      icon={done ? MailCheck : MailQuestionMark}
      title={done ? 'ההרשמה אושרה' : 'אישור ההרשמה'}
      text={done ? <>מעכשיו העדכונים יגיעו אל {email}.</> : <>לקבל מאיתנו עדכונים אל {email}?</>}
      button={done ? undefined : 'אישור ההרשמה'}
    />
  );
}
