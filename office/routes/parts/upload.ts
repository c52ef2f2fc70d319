import { data } from 'react-router';
import { uploadDiagram } from '#server/office/parts/change-diagrams.ts';
import { Refusal } from '#server/platform/errors.ts';
import { officeContextOf } from '../../context.ts';
import type { Route } from './+types/upload.ts';

/** The picture of a diagram, sent by its form; the form then names it. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData();
  try {
    return Response.json(await uploadDiagram(officeContextOf(context), { file: form.get('file') as File }));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw data({ message: error.extra.fields?.[0]?.message ?? error.message }, { status: error.status });
  }
}
