import { data, Form, redirect } from 'react-router';
import { Refusal } from '#server/platform/errors.ts';
import { demoStaff } from '#server/staff/demo-staff.ts';
import {
  type Entered,
  signInAtOnePress,
  signInByCode,
  signInByPasskey,
  signInByPassword,
} from '#server/staff/sign-in.ts';
import { officeContextOf } from '../../context.ts';
import { enteredHeaders } from '../../session-cookie.ts';
import type { Route } from './+types/sign-in.ts';
import { SignInForm } from './sign-in-form.tsx';

export const meta: Route.MetaFunction = () => [{ title: 'כניסה | המשרד' }];

export type SignInReply = {
  message?: string;
  /** After the first step: what the second is made with. */
  half?: string;
  hasPasskey?: boolean;
  /** Signed in over a page. */
  isDone?: true;
};

/** A path of the office, or its home: never another host. */
const backOf = (back: unknown): string => (typeof back === 'string' && /^\/(?![/\\])/.test(back) ? back : '/');

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = officeContextOf(context);
  const back = backOf(new URL(request.url).searchParams.get('back'));
  if (ctx.staff) throw redirect(back);
  return { people: await demoStaff(ctx), back };
}

export async function action({ context, request }: Route.ActionArgs) {
  const ctx = officeContextOf(context);
  const form = await request.formData();
  const text = (name: string): string => String(form.get(name) ?? '').slice(0, 20_000);
  const [half, hasPasskey] = [text('half'), form.has('hasPasskey')];

  async function takeStep(): Promise<Entered | SignInReply> {
    switch (text('step')) {
      case 'password':
        return signInByPassword(ctx, { email: text('email').slice(0, 200), password: text('password').slice(0, 500) });
      case 'code':
        return signInByCode(ctx, { half, code: text('code').slice(0, 40) });
      case 'passkey':
        return signInByPasskey(ctx, text('response'));
    }
    const person = (await demoStaff(ctx)).find(({ uuid }) => uuid === text('person'));
    if (!person) throw redirect('/sign-in');
    return signInAtOnePress(ctx, person);
  }

  try {
    const result = await takeStep();
    // Over a page, as a refusal: after a success the page would be read again, without a session, and be lost.
    if (!('token' in result)) return data(result, form.has('inline') ? { status: 401 } : {});
    const headers = enteredHeaders(result);
    if (form.has('inline')) return data({ isDone: true } satisfies SignInReply, { headers });
    return redirect(backOf(form.get('back')), { headers });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    // After a first step that has expired, or was tried too often, the sign-in begins anew.
    const goesOn = half && error.code !== 'TICKET_INVALID';
    const reply: SignInReply = { message: error.message, ...(goesOn && { half, hasPasskey }) };
    return data(reply, { status: error.status });
  }
}

export default function SignIn({ loaderData: { people, back }, actionData }: Route.ComponentProps) {
  return (
    <main className="mx-auto grid w-full max-w-md content-center gap-6 px-4 py-12">
      <h1 className="text-2xl">כניסה למשרד</h1>
      {people.length > 0 && (
        <section aria-labelledby="demo" className="panel grid gap-3 p-5">
          <h2 id="demo" className="text-lg">
            אנשי ההדגמה
          </h2>
          <p className="text-ink-2">כניסה בלחיצה אחת, באחד התפקידים:</p>
          <Form method="post" className="grid gap-2">
            <input type="hidden" name="back" value={back} />
            {people.map(({ uuid, name, role, stores }) => (
              <button
                key={uuid}
                type="submit"
                name="person"
                value={uuid}
                className="flex min-h-11 items-center justify-between gap-3 rounded-sm border border-line px-4 text-start hover:bg-ground-2"
              >
                <span className="font-semibold">{name}</span>
                <span className="text-sm text-ink-3">{[role, stores.join(', ')].filter(Boolean).join(' · ')}</span>
              </button>
            ))}
          </Form>
        </section>
      )}
      <section aria-label="כניסה" className="panel p-5">
        <SignInForm back={back} first={actionData} />
      </section>
    </main>
  );
}
