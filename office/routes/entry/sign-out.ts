import { redirect } from 'react-router';
import { closeSessions } from '#server/staff/sessions.ts';
import { officeContextOf } from '../../context.ts';
import { signedOutCookie } from '../../session-cookie.ts';
import type { Route } from './+types/sign-out.ts';

export const loader = () => redirect('/');

export async function action({ context }: Route.ActionArgs) {
  const ctx = officeContextOf(context);
  if (ctx.staff) await closeSessions(ctx, ctx.staff.uuid, { uuid: ctx.staff.sessionUid });
  return redirect('/sign-in', { headers: { 'set-cookie': signedOutCookie() } });
}
