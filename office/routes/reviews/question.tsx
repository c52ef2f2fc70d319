import { answerToQuestion, refuseQuestion } from '#server/office/reviews/moderate.ts';
import { readQuestion } from '#server/office/reviews/read-voice.ts';
import { PageHead } from '../../components/page-head.tsx';
import { Panel } from '../../components/panel.tsx';
import { act, load } from '../../load.ts';
import type { Route } from './+types/question.ts';
import { About, AnswerForm, RefuseDialog, StateBadge, Words } from './voice-panels.tsx';

export const loader = load((ctx, { params }: Route.LoaderArgs) => readQuestion(ctx, { question: params.question }));

export const action = act(
  { answer: answerToQuestion, refuse: refuseQuestion },
  { says: { answer: 'השאלה והתשובה מוצגות באתר', refuse: 'השאלה לא תוצג באתר' } },
);

export default function Question({ loaderData: { question, may } }: Route.ComponentProps) {
  const { state, state_at, answer } = question;
  return (
    <>
      <PageHead
        title={`שאלה על ${question.product}`}
        back={{ to: '/reviews', label: 'ביקורות ושאלות' }}
        badges={<StateBadge state={state} />}
        actions={
          may.edit &&
          state !== 'refused' && <RefuseDialog at={state_at} hint="הסיבה נשארת במשרד. לשולח השאלה לא נשלחת הודעה." />
        }
      />
      <div className="grid items-start gap-4 xl:@min-[40rem]:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="grid gap-4">
          <Words title="השאלה" voice={question} />
          <Panel title="התשובה שלנו">
            {may.edit ? (
              <AnswerForm
                key={question.uuid}
                call="answer"
                submit={state === 'published' ? 'שמירת התשובה' : 'פרסום השאלה והתשובה'}
                voice={question}
                required
                lines={5}
                decides
                hint={
                  answer === '' && question.told
                    ? 'השאלה תוצג בדף המוצר יחד עם התשובה, והתשובה תישלח גם בדוא״ל למי ששאל.'
                    : 'השאלה מוצגת בדף המוצר יחד עם התשובה.'
                }
              />
            ) : (
              <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
                {answer || 'עוד לא נענתה.'}
              </p>
            )}
          </Panel>
        </div>
        <About voice={question} />
      </div>
    </>
  );
}
