import { useEffect, useRef } from 'react';
import { Form, type MetaDescriptor, redirect, useLocation, useNavigation } from 'react-router';
import type { FormReply } from '#domain/forms/parse-form.ts';
import { ownEmail, proveEmail, readEmailProof, receiveEmailToProve } from '#server/customers/account/prove-email.ts';
import { Button } from '#ui/button.tsx';
import { EmailField } from '#ui/form/contact-fields.tsx';
import { FormErrors } from '#ui/form/error-summary.tsx';
import { useForm } from '#ui/form/use-form.ts';
import { Link } from '#ui/link.tsx';
import { EMAIL_PROVED } from '~/features/account/email-proved.tsx';
import { useFirstFieldFocus } from '~/features/account/focus-first-field.ts';
import { personalContext, privateHeaders } from '~/features/account/private-page.ts';
import { SignInAgain } from '~/features/account/sign-in-again.tsx';
import { headOf } from '~/features/seo/head.ts';
import type { Route } from './+types/prove-email.ts';

const schema = () => import('#contract/customers/prove-email-form.ts').then(({ proveEmailForm }) => proveEmailForm);

const PATH = '/personal-area/prove-email';
/** Where messages are asked for, to go on there. */
const pages = ['favorites', 'garage'];

export const meta = ({ loaderData }: Route.MetaArgs): MetaDescriptor[] => loaderData?.head ?? [];
// The address holds a secret.
export const headers = () => ({ ...privateHeaders(), 'referrer-policy': 'no-referrer' });

function readQuery(request: Request) {
  const { searchParams } = new URL(request.url);
  const page = pages.find((one) => one === searchParams.get('for')) ?? 'favorites';
  return { page, token: searchParams.get('token') ?? '' };
}

const provedPath = (page: string) => `/personal-area/${page}?${EMAIL_PROVED}#${EMAIL_PROVED}`;

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = personalContext({ context, request });
  const { page, token } = readQuery(request);
  const { email, isProved, fresh } = await ownEmail(ctx);
  // A link that is opened again says again what it did.
  if (isProved) throw redirect(token ? provedPath(page) : `/personal-area/${page}`, { headers: privateHeaders() });
  return {
    email: email ?? '',
    signInPath: fresh ? null : `${PATH}?${new URLSearchParams({ for: page, ...(token && { token }) })}`,
    isOver: token !== '' && (await readEmailProof(ctx, token)) === null,
    token,
    askAgainPath: `${PATH}?for=${page}`,
    head: headOf(ctx.store, { title: 'אימות כתובת הדוא״ל', path: PATH, noindex: true }),
  };
}

export async function action({ context, request }: Route.ActionArgs) {
  const ctx = personalContext({ context, request });
  const { page, token } = readQuery(request);
  const form = await request.formData();
  if (!form.has('prove')) return receiveEmailToProve(ctx, form, `${PATH}?for=${page}`);
  if (await proveEmail(ctx, token)) return redirect(provedPath(page), { status: 303, headers: privateHeaders() });
  return null;
}

export default function ProveEmail({ loaderData, actionData }: Route.ComponentProps) {
  const { email, signInPath, isOver, token, askAgainPath } = loaderData;
  const sent = actionData && 'sent' in actionData ? actionData.sent : null;
  return (
    <>
      <h1 className="text-3xl font-black">אימות כתובת הדוא״ל</h1>
      {signInPath ? (
        <SignInAgain to={signInPath}>כתובת מאומתת היא עוד דרך להיכנס לחשבון.</SignInAgain>
      ) : sent ? (
        <Sent email={sent} askAgainPath={askAgainPath} />
      ) : token && !isOver ? (
        <Form method="post" className="mt-6 grid max-w-xl justify-items-start gap-4 rounded-lg bg-ground-2 p-5 sm:p-6">
          <p>
            הכתובת <Address>{email}</Address> שלכם?
          </p>
          <Button type="submit" name="prove" value="yes">
            כן, לאמת את הכתובת
          </Button>
        </Form>
      ) : (
        <AskForLink {...{ email, isOver }} reply={actionData && !('sent' in actionData) ? actionData : undefined} />
      )}
    </>
  );
}

type AskProps = { email: string; isOver: boolean; reply: FormReply | undefined };

function AskForLink({ email, isOver, reply }: AskProps) {
  const form = useForm(schema, { reply, values: { email }, busy: useNavigation().formMethod === 'POST' });
  const field = useRef<HTMLDivElement>(null);
  // The link that led here is gone, and the focus with it.
  useFirstFieldFocus(field, useLocation().state?.resend === true);
  return (
    <>
      <p className="mt-3 max-w-prose text-ink-2">
        {isOver && 'הקישור הזה כבר אינו בתוקף. '}
        נשלח לכתובת קישור, ולחיצה עליו מאמתת שהיא שלכם. אין צורך בסיסמה.
      </p>
      <Form {...form.props} className="mt-6 grid max-w-xl gap-4 rounded-lg bg-ground-2 p-5 sm:p-6">
        <FormErrors form={form} />
        <div ref={field}>
          <EmailField {...form.field('email')} enterKeyHint="send" required />
        </div>
        <Button {...form.button} className="justify-self-start">
          שליחת הקישור
        </Button>
      </Form>
    </>
  );
}

function Sent({ email, askAgainPath }: { email: string; askAgainPath: string }) {
  const status = useRef<HTMLParagraphElement>(null);
  useEffect(() => status.current?.focus(), []);
  return (
    <>
      <p ref={status} tabIndex={-1} role="status" className="mt-6 max-w-xl rounded-lg bg-success-wash p-5 font-medium">
        שלחנו קישור אל <Address>{email}</Address>. פתחו אותו בתוך שעה, במכשיר שבו אתם מחוברים לחשבון.
      </p>
      <p className="mt-4 text-ink-2">
        לא הגיע? כדאי לחפש גם בדואר הזבל.{' '}
        <Link
          to={askAgainPath}
          state={{ resend: true }}
          className="font-semibold text-action-ink underline underline-offset-4"
        >
          שליחה חוזרת או לכתובת אחרת
        </Link>
      </p>
    </>
  );
}

const Address = ({ children }: { children: string }) => (
  <bdi dir="ltr" className="font-semibold wrap-anywhere">
    {children}
  </bdi>
);
