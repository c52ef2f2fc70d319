import { CircleCheck } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useFetcher } from 'react-router';
import type { QuestionReply } from '#domain/people/reviews.ts';
import { Button } from '#ui/button.tsx';
import { EmailField, Honeypot } from '#ui/form/contact-fields.tsx';
import { FormErrors } from '#ui/form/error-summary.tsx';
import { TextArea, TextField } from '#ui/form/field.tsx';
import { useForm } from '#ui/form/use-form.ts';
import { Link } from '#ui/link.tsx';
import { useFormDraft } from '~/forms/draft.ts';

const schema = () => import('#contract/leads/question-form.ts').then(({ questionForm }) => questionForm);

/** A plain form of the product's page until scripts run. `answer`: the reply to that one. */
export function QuestionForm({ product, answer }: { product: string; answer?: QuestionReply | undefined }) {
  const fetcher = useFetcher<QuestionReply>({ key: `question-${product}` });
  const reply = fetcher.data ?? answer;
  const form = useForm(schema, {
    reply: reply && !reply.received ? reply : undefined,
    busy: fetcher.state !== 'idle',
  });
  useFormDraft(`question-${product}`, form.id, reply?.received && reply);
  const status = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (reply?.received) status.current?.focus();
  }, [reply]);
  if (reply?.received)
    return (
      <div ref={status} tabIndex={-1} role="status" className="grid gap-2 rounded-lg bg-success-wash p-5">
        <CircleCheck aria-hidden className="size-7 text-success" />
        <p className="text-lg font-bold">השאלה התקבלה, תודה!</p>
        <p>נענה בדוא״ל, והשאלה תוצג כאן יחד עם התשובה.</p>
      </div>
    );
  return (
    <fetcher.Form {...form.props} className="grid max-w-2xl gap-4">
      <FormErrors form={form} />
      <input {...form.hidden('product_uid', product)} />
      <Honeypot />
      <TextArea label="מה תרצו לדעת?" required maxLength={1_000} rows={3} {...form.field('text')} />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField
          label="שם"
          autoComplete="name"
          required
          maxLength={60}
          hint="יוצגו השם הפרטי והאות הראשונה של שם המשפחה"
          {...form.field('name')}
        />
        <EmailField required hint="לשליחת התשובה בלבד; אינו מוצג" {...form.field('email')} />
      </div>
      <div className="flex flex-wrap items-center gap-4">
        <Button {...form.button} className="max-sm:w-full">
          שליחת השאלה
        </Button>
        <p className="min-w-0 flex-1 basis-64 text-xs text-ink-3">
          אין חובה למסור פרטים; בלעדיהם לא נוכל לענות. השאלה והתשובה יוצגו באתר, והפרטים ישמשו למענה בלבד, לפי{' '}
          <Link to="/page/privacy" className="underline">
            מדיניות הפרטיות
          </Link>
          .
        </p>
      </div>
    </fetcher.Form>
  );
}
