import type { ComponentProps } from 'react';
import { formatPhone } from '#domain/people/phone.ts';
import { Link } from '../link.tsx';
import { CheckboxField } from './field.tsx';

export type Ways = { by_sms: boolean; by_email: boolean; phone: string | null; email: string | null };

/** What `useForm` begins with. */
export const waysValues = ({ by_sms, by_email }: Ways) => ({
  ...(by_sms && { by_sms: 'on' }),
  ...(by_email && { by_email: 'on' }),
});

/** How messages that one asks for are sent; without a ticked box none are. A mail goes to a proved address only. */
export function MessageWays({
  form,
  ways: { phone, email },
  prove,
}: {
  form: { checkbox: (name: 'by_sms' | 'by_email') => Omit<ComponentProps<typeof CheckboxField>, 'label'> };
  ways: Ways;
  /** Where an address is proved. */
  prove: string;
}) {
  return (
    <>
      {phone && (
        <CheckboxField
          label={
            <>
              ב־<bdi>SMS</bdi>, אל <bdi dir="ltr">{formatPhone(phone)}</bdi>
            </>
          }
          {...form.checkbox('by_sms')}
        />
      )}
      {email ? (
        <CheckboxField
          label={
            <>
              בדוא״ל, אל{' '}
              <bdi dir="ltr" className="wrap-anywhere">
                {email}
              </bdi>
            </>
          }
          {...form.checkbox('by_email')}
        />
      ) : (
        <p className="text-sm text-ink-2">
          לדוא״ל אפשר לשלוח אחרי שהכתובת אומתה.{' '}
          <Link to={prove} className="font-semibold underline underline-offset-4">
            אימות בקישור שנשלח לכתובת
          </Link>
        </p>
      )}
    </>
  );
}
