import type { MessageState } from '#server/office/messages/messages.ts';
import type { Tone } from '../../components/panel.tsx';

export const messageStates: Record<MessageState, { name: string; tone: Tone }> = {
  waiting: { name: 'ממתינה', tone: 'wait' },
  sent: { name: 'נשלחה', tone: 'info' },
  kept: { name: 'נשמרה, לא נשלחה', tone: 'neutral' },
  delivered: { name: 'הגיעה', tone: 'good' },
  undelivered: { name: 'לא הגיעה', tone: 'bad' },
  doubt: { name: 'אולי נשלחה', tone: 'wait' },
  outdated: { name: 'כבר אינה רלוונטית', tone: 'neutral' },
  failed: { name: 'נכשלה', tone: 'bad' },
};
