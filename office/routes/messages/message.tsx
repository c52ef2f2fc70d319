import { Link } from 'react-router';
import { readMessage, resendMessage, retryMessage } from '#server/office/messages/messages.ts';
import { ActionDialog } from '../../components/dialogs/action-dialog.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { Badge, Facts, Panel } from '../../components/panel.tsx';
import { Moment, Recipient } from '../../components/shown-values.tsx';
import { act, load } from '../../load.ts';
import { useShell } from '../../shell/shell.tsx';
import type { Route } from './+types/message.ts';
import { aboutName, channelNames } from './message-names.ts';
import { messageStates } from './message-states.ts';

export const loader = load((ctx, { params }: Route.LoaderArgs) => readMessage(ctx, params));
export const action = act(
  { retry: retryMessage, resend: resendMessage },
  { says: { retry: 'ההודעה תישלח שוב', resend: 'ההודעה נשלחת שוב' } },
);

export default function Message({ loaderData: message }: Route.ComponentProps) {
  const { permissions } = useShell();
  const { state, content, body } = message;
  const mayResend = permissions.includes('messages.resend');
  const isSent = ['sent', 'kept', 'delivered', 'undelivered'].includes(state);
  return (
    <>
      <PageHead
        title={aboutName(message.about)}
        back={{ to: '/messages', label: 'הודעות' }}
        badges={<Badge tone={messageStates[state].tone}>{messageStates[state].name}</Badge>}
        actions={
          <>
            {mayResend && message.canRetry && (
              <ActionDialog label="ניסיון נוסף" call="retry" submit="ניסיון נוסף">
                <p>ההודעה תישלח שוב, מהניסיון הראשון.</p>
              </ActionDialog>
            )}
            {mayResend && isSent && !message.secret && message.channel !== 'webhook' && (
              <ActionDialog label="שליחה חוזרת" call="resend" submit="שליחה">
                <p>
                  עותק נוסף של ההודעה יישלח אל <bdi>{message.recipient}</bdi>, בנוסח המקורי.
                </p>
              </ActionDialog>
            )}
          </>
        }
      />
      <div className="grid items-start gap-4 lg:@min-[40rem]:grid-cols-2">
        <Panel title="פרטים">
          <Facts
            facts={[
              ['ערוץ', channelNames[message.channel as keyof typeof channelNames]],
              ['אל', <Recipient key="to" channel={message.channel} recipient={message.recipient} />],
              ['חנות', message.store],
              [
                'הזמנה',
                message.order && (
                  <Link to={`/orders/${message.order.uuid}`} className="text-action-ink underline">
                    <bdi>{message.order.number}</bdi>
                  </Link>
                ),
              ],
              ['נוצרה', <Moment key="created" at={message.createdAt} />],
              [state === 'kept' ? 'נשמרה' : 'נשלחה', message.sentAt && <Moment at={message.sentAt} />],
              ['ניסיון הבא', message.nextAttemptAt && <Moment at={message.nextAttemptAt} />],
              ['ניסיונות', message.attempts > 0 && message.attempts],
              ['ספק', message.provider],
              ['תשובת הספק', message.deliveryNote && <bdi>{message.deliveryNote}</bdi>],
              ['שגיאה', message.lastError && <bdi className="text-danger">{message.lastError}</bdi>],
            ]}
          />
        </Panel>
        <Panel title={message.subject || 'תוכן'}>
          {body === null ? (
            <p className="text-ink-3">
              {message.secret ? 'קוד או קישור אישי: תוכן ההודעה אינו מוצג.' : 'אין לכם הרשאה לראות את תוכן ההודעה.'}
            </p>
          ) : content ? (
            <>
              <p className="font-semibold">{content.heading}</p>
              {content.paragraphs.map((text) => (
                <p key={text} dir="auto">
                  {text}
                </p>
              ))}
              <Facts
                facts={[
                  ...(content.items ?? []).map(({ name, sum }): [string, string] => [name, sum]),
                  ...(content.facts ?? []).map(({ name, value }): [string, string] => [name, value]),
                  ...(content.total ? [[content.total.name, content.total.value] as [string, string]] : []),
                ]}
              />
            </>
          ) : (
            <p dir="auto" className="break-words whitespace-pre-line">
              {body}
            </p>
          )}
        </Panel>
      </div>
    </>
  );
}
