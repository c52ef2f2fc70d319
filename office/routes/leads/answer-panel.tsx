import { MessageCircle } from 'lucide-react';
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { answerChannelNames } from '#domain/people/lead-states.ts';
import { formatPhone, parseMobile } from '#domain/people/phone.ts';
import type { LeadPage } from '#server/office/leads/read-lead.ts';
import { buttonLook } from '#ui/button.tsx';
import { TextArea, TextField } from '#ui/form/field.tsx';
import { ActionForm } from '../../components/action-form.tsx';
import { Panel } from '../../components/panel.tsx';
import { useUnsaved } from '../../components/unsaved.tsx';

type Channel = keyof typeof answerChannelNames;

/** Answers by mail; a call and a WhatsApp message are made outside, and noted here. */
export function AnswerPanel({ lead, newest }: { lead: LeadPage; newest: string | undefined }) {
  const { revalidate } = useRevalidator();
  const { email, phone } = lead;
  const mobile = parseMobile(phone) !== null;
  const channels = (Object.keys(answerChannelNames) as Channel[]).filter(
    (one) => (one !== 'email' || email) && (one !== 'whatsapp' || mobile),
  );
  const [channel, setChannel] = useState<Channel>(channels[0] ?? 'phone');
  const [round, setRound] = useState(0);
  const [text, setText] = useState('');
  const usualSubject = `תשובה לפנייה שלכם ל${lead.store}`;
  // Kept here, as the form is another one for each channel.
  const [subject, setSubject] = useState(usualSubject);
  useUnsaved(text.trim() !== '' || subject !== usualSubject);
  return (
    <Panel title="מענה">
      <fieldset className="flex flex-wrap gap-x-5">
        <legend className="sr-only">איך עונים</legend>
        {channels.map((one) => (
          <label key={one} className="flex min-h-11 items-center gap-2">
            <input
              type="radio"
              name={`channel-${lead.uuid}`}
              checked={channel === one}
              onChange={() => setChannel(one)}
              className="size-5 accent-action-ink"
            />
            {answerChannelNames[one]}
          </label>
        ))}
      </fieldset>
      <ActionForm
        key={`${channel} ${round}`}
        call={channel === 'email' ? 'mail' : 'note'}
        submit={channel === 'email' ? 'שליחה' : 'רישום התשובה'}
        onDone={(_reply, sent) => {
          // What was typed since stays.
          if (sent.get('text') !== text) return;
          setText('');
          setSubject(usualSubject);
          setRound(round + 1);
        }}
        // Shows what another person has answered; what was typed stays.
        onRefused={({ code }) => code === 'CHANGED_MEANWHILE' && revalidate()}
      >
        <input type="hidden" name="seen" value={newest ?? 'none'} />
        {channel === 'email' ? (
          <TextField
            label="נושא"
            name="subject"
            required
            maxLength={150}
            value={subject}
            onChange={(event) => setSubject(event.target.value)}
          />
        ) : (
          <input type="hidden" name="channel" value={channel} />
        )}
        <TextArea
          label={channel === 'phone' ? 'מה נאמר בשיחה' : 'התשובה'}
          name="text"
          required
          maxLength={5_000}
          rows={5}
          value={text}
          onChange={(event) => setText(event.target.value)}
          hint={channel === 'email' && <MailHint to={email ?? ''} replyTo={lead.reply_to} />}
        />
        {channel === 'whatsapp' && (
          <a
            href={`https://wa.me/${phone.slice(1)}?${new URLSearchParams({ text: text || `שלום ${lead.name}, כאן ${lead.store}. ` })}`}
            target="_blank"
            rel="noreferrer"
            className={`${buttonLook({ variant: 'secondary', size: 'sm' })} w-fit`}
          >
            <MessageCircle aria-hidden className="size-4.5" />
            <span>
              פתיחה ב־<bdi>WhatsApp</bdi>
            </span>
          </a>
        )}
        {channel === 'phone' && (
          <a href={`tel:${phone}`} className={`${buttonLook({ variant: 'secondary', size: 'sm' })} w-fit`}>
            <span>
              חיוג ל־<bdi dir="ltr">{formatPhone(phone)}</bdi>
            </span>
          </a>
        )}
      </ActionForm>
    </Panel>
  );
}

function MailHint({ to, replyTo }: { to: string; replyTo: string | null }) {
  return (
    <>
      יישלח אל <bdi>{to}</bdi> בעיצוב החנות.
      {replyTo && (
        <>
          {' '}
          תשובות יגיעו אל <bdi>{replyTo}</bdi>.
        </>
      )}
    </>
  );
}
