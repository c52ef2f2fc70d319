import { Form, redirect } from 'react-router';
import { demoStaff } from '#server/staff/roles.ts';
import { openSession, SESSION_HOURS } from '#server/staff/sessions.ts';
import { officeContextOf } from '../context.ts';
import { sessionCookie } from '../session-cookie.ts';
import type { Route } from './+types/sign-in.ts';

export const meta: Route.MetaFunction = () => [{ title: 'כניסה | המשרד' }];

/** A path of the office, or its home: never another host. */
const backOf = (back: FormDataEntryValue | null): string =>
  typeof back === 'string' && /^\/(?![/\\])/.test(back) ? back : '/';

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = officeContextOf(context);
  const back = backOf(new URL(request.url).searchParams.get('back'));
  if (ctx.staff) throw redirect(back);
  return { people: ctx.env.MODE === 'demo' ? await demoStaff(ctx.db) : [], back };
}

export async function action({ context, request }: Route.ActionArgs) {
  const ctx = officeContextOf(context);
  const form = await request.formData();
  const people = ctx.env.MODE === 'demo' ? await demoStaff(ctx.db) : [];
  const person = people.find(({ uuid }) => uuid === form.get('person'));
  if (!person) throw redirect('/sign-in');
  const token = await openSession(ctx, person.uuid);
  return redirect(backOf(form.get('back')), { headers: { 'set-cookie': sessionCookie(token, SESSION_HOURS * 3_600) } });
}

export default function SignIn({ loaderData: { people, back } }: Route.ComponentProps) {
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
            {people.map(({ uuid, name, role }) => (
              <button
                key={uuid}
                type="submit"
                name="person"
                value={uuid}
                className="flex min-h-11 items-center justify-between gap-3 rounded-sm border border-line px-4 text-start hover:bg-ground-2"
              >
                <span className="font-semibold">{name}</span>
                <span className="text-sm text-ink-3">{role}</span>
              </button>
            ))}
          </Form>
        </section>
      )}
    </main>
  );
}
