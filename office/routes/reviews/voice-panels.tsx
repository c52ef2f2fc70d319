import type { ReactNode } from 'react';
import { useRevalidator } from 'react-router';
import { type ModerationState, moderationNames } from '#domain/people/reviews.ts';
import type { VoicePage } from '#server/office/reviews/read-voice.ts';
import { TextArea } from '#ui/form/field.tsx';
import { ActionForm } from '../../components/action-form.tsx';
import { ActionDialog } from '../../components/dialogs/action-dialog.tsx';
import { EditedFields } from '../../components/edited-fields.tsx';
import { Badge, Facts, Panel, type Tone } from '../../components/panel.tsx';
import { Moment } from '../../components/shown-values.tsx';

const tones: Record<ModerationState, Tone> = { waiting: 'wait', published: 'good', refused: 'bad' };

export const StateBadge = ({ state }: { state: ModerationState }) => (
  <Badge tone={tones[state]}>{moderationNames[state]}</Badge>
);

/** Of the page that was read: what its author writes meanwhile is not what was decided about. */
const Seen = ({ at }: { at: string }) => <input type="hidden" name="seen" value={at} />;

/** What was written, as plain text. */
export function Words({ title, voice, children }: { title: string; voice: VoicePage; children?: ReactNode }) {
  return (
    <Panel title={title}>
      {children}
      <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
        {voice.text}
      </p>
    </Panel>
  );
}

export function About({ voice, facts = [] }: { voice: VoicePage; facts?: [string, ReactNode][] }) {
  return (
    <Panel title="פרטים">
      <Facts
        facts={[
          ['מאת', <bdi key="author">{voice.author}</bdi>],
          [
            'מוצר',
            <a
              key="product"
              href={voice.product_url}
              className="text-action-ink underline"
              target="_blank"
              rel="noreferrer"
            >
              <bdi>{voice.product}</bdi>
            </a>,
          ],
          ['חנות', voice.store],
          ['נכתבה', <Moment key="at" at={voice.created_at} />],
          ['במצב הזה מאז', <Moment key="since" at={voice.state_at} />],
          ['סיבת הדחייה', voice.reason && <bdi key="reason">{voice.reason}</bdi>],
          ...facts,
        ]}
      />
    </Panel>
  );
}

type AnswerProps = {
  call: string;
  submit: string;
  variant?: 'secondary';
  voice: VoicePage;
  required?: boolean;
  lines: number;
  /** Sent with the state that was read. */
  decides: boolean;
  hint: string;
};

/** One form for answer and decision: what is typed here is never lost by publishing. */
export function AnswerForm({ call, submit, variant, voice, required = false, lines, decides, hint }: AnswerProps) {
  const { revalidate } = useRevalidator();
  return (
    <ActionForm
      call={call}
      submit={submit}
      {...(variant && { variant })}
      // Shows what another person has written; what was typed stays.
      onRefused={({ code }) => code === 'CHANGED_MEANWHILE' && void revalidate()}
    >
      {decides && <Seen at={voice.state_at} />}
      <EditedFields
        fields={[{ name: 'answer', label: 'תשובה', lines, required, hint }]}
        values={{ answer: voice.answer }}
      />
    </ActionForm>
  );
}

/** The reason is for the author, or for staff who look later. */
export function RefuseDialog({ at, hint }: { at: string; hint: string }) {
  return (
    <ActionDialog label="דחייה" title="לא להציג באתר" call="refuse" submit="דחייה" danger>
      <Seen at={at} />
      <TextArea label="למה" name="why" required maxLength={500} rows={3} hint={hint} />
    </ActionDialog>
  );
}
