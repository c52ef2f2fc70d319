import type { ReactNode } from 'react';
import { data, redirect, useFetcher } from 'react-router';
import { Refusal } from '#server/platform/errors.ts';
import { joinByPasskey, joinByPassword, readInvitation } from '#server/staff/join.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { TextField } from '#ui/form/field.tsx';
import { PasskeyButton } from '../../components/factors/passkey-button.tsx';
import { RecoveryCodes } from '../../components/factors/recovery-codes.tsx';
import { TotpQr } from '../../components/factors/totp-qr.tsx';
import { NewPasswordField } from '../../components/fields/new-password-field.tsx';
import { officeContextOf } from '../../context.ts';
import { enteredHeaders } from '../../session-cookie.ts';
import type { Route } from './+types/join.ts';
import { Problem } from './sign-in-form.tsx';

export const meta: Route.MetaFunction = () => [{ title: 'הצטרפות | המשרד' }];

const ticketOf = (request: Request): string => new URL(request.url).searchParams.get('ticket')?.slice(0, 100) ?? '';

export async function loader({ context, request }: Route.LoaderArgs) {
  const ticket = ticketOf(request);
  try {
    return { ticket, guest: await readInvitation(officeContextOf(context), ticket), problem: '' };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { ticket: '', guest: null, problem: error.message };
  }
}

/** The recovery codes are shown once: what has been read before stays. */
export const shouldRevalidate = () => false;

type Reply = { message?: string; errors?: { path: string; message: string }[]; codes?: string[] };

export async function action({ context, request }: Route.ActionArgs) {
  const ctx = officeContextOf(context);
  const form = await request.formData();
  const text = (name: string): string => String(form.get(name) ?? '').slice(0, 60_000);
  const ticket = text('ticket').slice(0, 100);
  try {
    if (form.has('response')) {
      const entered = await joinByPasskey(ctx, { ticket, response: text('response') });
      return redirect('/', { headers: enteredHeaders(entered) });
    }
    const [password, code] = [text('password').slice(0, 500), text('code').slice(0, 20)];
    const { codes, ...entered } = await joinByPassword(ctx, { ticket, password, code });
    return data({ codes } satisfies Reply as Reply, { headers: enteredHeaders(entered) });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const reply: Reply = { message: error.message, errors: error.extra.fields ?? [] };
    return data(reply, { status: error.status });
  }
}

export default function Join({ loaderData: { ticket, guest, problem }, actionData }: Route.ComponentProps) {
  const fetcher = useFetcher<Reply>();
  const reply: Reply | undefined = fetcher.data ?? actionData;
  const busy = fetcher.state !== 'idle';
  if (reply?.codes)
    return (
      <Frame title="שמרו את קודי השחזור">
        <section className="panel grid gap-4 p-5">
          <RecoveryCodes codes={reply.codes} />
          <ButtonLink to="/">שמרתי, למשרד</ButtonLink>
        </section>
      </Frame>
    );
  if (!guest)
    return (
      <Frame title="הקישור אינו תקף">
        <p>{problem}</p>
        <ButtonLink to="/sign-in" variant="secondary">
          לדף הכניסה
        </ButtonLink>
      </Frame>
    );
  const errorOf = (path: string) => reply?.errors?.find((error) => error.path === path)?.message;
  const errors = { password: errorOf('password'), code: errorOf('code') };
  return (
    <Frame title={guest.isReset ? `${guest.name}, בוחרים דרך כניסה מחדש` : `ברוכים הבאים, ${guest.name}`}>
      <p className="text-ink-2">
        נכנסים למשרד עם <bdi>{guest.email}</bdi>. בחרו איך:
      </p>
      {!reply?.errors?.length && <Problem>{reply?.message}</Problem>}
      <section aria-labelledby="passkey" className="panel grid gap-3 p-5">
        <h2 id="passkey" className="text-lg">
          במפתח כניסה
        </h2>
        <p className="text-ink-2">טביעת אצבע, זיהוי פנים או קוד המכשיר. בלי סיסמה, והכי מהיר.</p>
        <PasskeyButton
          label="יצירת מפתח כניסה"
          purpose="enrol"
          variant="primary"
          ticket={ticket}
          busy={busy}
          onAnswer={(response) => fetcher.submit({ ticket, response }, { method: 'post' })}
        />
      </section>
      <section aria-labelledby="codes" className="panel grid gap-4 p-5">
        <h2 id="codes" className="text-lg">
          בסיסמה ובקוד מאפליקציה
        </h2>
        <fetcher.Form method="post" className="grid gap-4">
          <input type="hidden" name="ticket" value={ticket} />
          <input type="hidden" name="email" value={guest.email} autoComplete="username" />
          <NewPasswordField label="סיסמה חדשה" error={errors.password} />
          <TotpQr {...guest.totp} />
          <TextField
            label="הקוד שמוצג באפליקציה"
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            required
            maxLength={20}
            {...(errors.code && { error: errors.code })}
          />
          <Button type="submit" busy={busy}>
            הצטרפות
          </Button>
        </fetcher.Form>
      </section>
    </Frame>
  );
}

function Frame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className="mx-auto grid w-full max-w-md content-center gap-5 px-4 py-12">
      <h1 className="text-2xl">{title}</h1>
      {children}
    </main>
  );
}
