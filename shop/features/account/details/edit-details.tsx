import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Customer } from '#contract/customers/customers.ts';
import { Button } from '#ui/button.tsx';
import { ErrorSummary, useSent } from '#ui/form/error-summary.tsx';
import { useToast } from '#ui/toasts.tsx';
import { call, messageOf } from '~/api.ts';
import { refreshCustomer } from '../customer.ts';
import { keepFocus } from '../focus-first-field.ts';
import { PersonFields, usePersonErrors } from '../sign-in/person-fields.tsx';

export function EditDetails({ customer }: { customer: Customer }) {
  const { check, ...fields } = usePersonErrors();
  const { sent, failed } = useSent();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const navigate = useNavigate();
  const toast = useToast();

  async function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const person = check(event.currentTarget);
    if (!person) return failed();
    setBusy(true);
    setProblem(undefined);
    try {
      await call('POST /customer/customers/update', { body: { ...person, email: person.email || null } });
      await refreshCustomer();
      toast({ kind: 'success', title: 'הפרטים נשמרו' });
      void navigate('/personal-area');
    } catch (error) {
      setProblem(messageOf(error));
      setBusy(false);
    }
  }

  const { first_name, last_name, email } = customer;
  return (
    <form method="post" noValidate onSubmit={save} className="mt-8 grid max-w-2xl gap-6">
      <ErrorSummary errors={fields.errors} sent={sent} />
      <PersonFields {...fields} values={{ first_name, last_name, email: email ?? '' }} />
      {customer.phone && (
        <p className="text-sm text-ink-2">
          טלפון: <bdi dir="ltr">{customer.phone}</bdi>. המספר אומת בהתחברות ומזהה את החשבון.
        </p>
      )}
      {problem && (
        <p role="alert" className="rounded-md bg-danger-wash px-4 py-3 font-medium text-danger">
          {problem}
        </p>
      )}
      <div>
        <Button type="submit" size="lg" busy={busy} {...keepFocus}>
          שמירה
        </Button>
      </div>
    </form>
  );
}
