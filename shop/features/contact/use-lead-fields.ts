import { type FocusEvent, type FormEvent, useState } from 'react';
import { type LeadErrors, type LeadReply, validateLead } from '#domain/people/lead.ts';
import { useSent } from '#ui/form/error-summary.tsx';

type Field = HTMLInputElement | HTMLTextAreaElement;

/** Connects a lead form with its errors, from the browser or the server. */
export function useLeadFields(reply: LeadReply | undefined) {
  const [touched, setTouched] = useState<LeadErrors>({});
  const refused = reply && !reply.received ? reply : undefined;
  const { sent, failed } = useSent(refused);
  const errors = { ...refused?.errors, ...touched };

  function check(event: FormEvent<HTMLFormElement>): void {
    const found = validateLead(new FormData(event.currentTarget));
    setTouched(found);
    if (Object.keys(found).length === 0) return;
    event.preventDefault();
    failed();
  }

  /**
   * A field is validated on blur; once it has an error, on input. Otherwise the error would disappear when the button
   * is pressed, and the button would move away.
   */
  function field(name: keyof LeadErrors) {
    const recheck = ({ currentTarget: { form } }: FormEvent<Field>) => {
      if (form) setTouched((before) => ({ ...before, [name]: validateLead(new FormData(form))[name] }));
    };
    return {
      name,
      error: errors[name],
      onInput: errors[name] ? recheck : undefined,
      onBlur: (event: FocusEvent<Field>) => event.currentTarget.value !== '' && recheck(event),
    };
  }

  return {
    errors,
    sent,
    check,
    field,
    /** The reason of a refusal that the error summary doesn't list. */
    message: sent > 0 && Object.keys(refused?.errors ?? {}).length > 0 ? undefined : refused?.message,
  };
}
