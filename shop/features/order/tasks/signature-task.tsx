import { FileText } from 'lucide-react';
import { Form, useNavigation } from 'react-router';
import type { OrderTask } from '#contract/checkout/order-tasks.ts';
import type { FormReply } from '#domain/forms/parse-form.ts';
import { Button } from '#ui/button.tsx';
import { FormErrors } from '#ui/form/error-summary.tsx';
import { CheckboxField, TextField } from '#ui/form/field.tsx';
import { useForm } from '#ui/form/use-form.ts';
import { useFormDraft } from '~/forms/draft.ts';
import { LockedPapers } from './locked-papers.tsx';
import { SignaturePad } from './signature-pad.tsx';

const schema = () => import('#contract/checkout/sign-form.ts').then(({ signForm }) => signForm);

type Props = { task: OrderTask; number: string; secret: string; reply: FormReply | undefined };

/** The words to sign, and the form that signs them; once signed, the paper. */
export function SignatureTask({ task, number, secret, reply }: Props) {
  const { position, ask, version, title, papers, state } = task;
  const navigation = useNavigation();
  const form = useForm(schema, {
    reply,
    busy: navigation.formData?.get('position') === String(position) && navigation.formMethod === 'POST',
  });
  const [paper] = papers;
  const open = state === 'missing' || state === 'refused';
  useFormDraft(`sign ${secret} ${position}`, form.id, !open);
  return (
    <div className="grid gap-5">
      {state !== 'checked' && (
        <div className="grid max-w-[70ch] gap-2 rounded-md bg-ground p-4">
          {ask.split('\n').map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </div>
      )}
      {!open && reply?.message && (
        <p role="alert" className="rounded-md bg-warning-wash px-4 py-3">
          {reply.message}
        </p>
      )}
      <LockedPapers task={task} number={number} />
      {paper?.open && (
        <a
          href={`/api/orders/papers/${paper.id}?${new URLSearchParams({ order: secret })}`}
          target="_blank"
          rel="noreferrer"
          className="inline-flex min-h-11 w-fit items-center gap-2 underline"
        >
          <FileText aria-hidden className="size-5" /> מה שחתמתם (PDF)
        </a>
      )}
      {open && (
        <Form {...form.props} preventScrollReset className="grid gap-5">
          <FormErrors form={form} />
          <input {...form.hidden('position', String(position))} />
          <input type="hidden" name="version" value={version} />
          <input type="hidden" name="replaces" value={paper?.id ?? 'none'} />
          {paper && <p>חתימה חדשה תבוא במקום הקודמת.</p>}
          <SignaturePad />
          <TextField
            label="שם מלא"
            required
            autoComplete="name"
            maxLength={120}
            hint="כמו בתעודת הזהות"
            {...form.field('name')}
          />
          <CheckboxField
            // Other words are agreed to anew.
            key={version}
            {...form.checkbox('agreed')}
            label="קראתי את הנוסח שלמעלה, והקלדת השם כאן היא חתימתי עליו"
            required
          />
          <div>
            <Button {...form.button} className="max-sm:w-full">
              חתימה
              <span className="sr-only">: {title}</span>
            </Button>
          </div>
        </Form>
      )}
    </div>
  );
}
