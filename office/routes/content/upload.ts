import { data } from 'react-router';
import { addPicture } from '#server/office/content/pictures.ts';
import { Refusal } from '#server/platform/errors.ts';
import { officeContextOf } from '../../context.ts';
import type { Route } from './+types/upload.ts';

/** A picture of a store, sent by a field of a form; the form then names it. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData();
  try {
    const sent = await addPicture(officeContextOf(context), {
      store: String(form.get('store')),
      file: form.get('file') as File,
    });
    return Response.json(sent);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw data({ message: error.message }, { status: error.status });
  }
}
