import { data, redirect } from 'react-router';
import { removeView, saveView } from '#server/office/views.ts';
import { Refusal } from '#server/platform/errors.ts';
import { officeContextOf } from '../context.ts';
import type { ActionReply } from '../load.ts';
import { readForm } from '../read-form.ts';
import type { Route } from './+types/views.ts';

export const loader = () => redirect('/');

/** Saved views of all lists: each list's page posts here. */
export async function action({ request, context }: Route.ActionArgs) {
  const ctx = officeContextOf(context);
  const { call, input } = readForm(await request.formData());
  try {
    if (call === 'remove') await removeView(ctx, String(input.uuid));
    else await saveView(ctx, input);
    return { call, ok: true, message: call === 'remove' ? 'התצוגה הוסרה' : 'התצוגה נשמרה' } satisfies ActionReply;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return data({ call, ok: false, message: error.message } satisfies ActionReply, { status: error.status });
  }
}
