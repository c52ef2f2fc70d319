import { data } from 'react-router';
import { uploadPicture } from '#server/office/products/pictures.ts';
import { Refusal } from '#server/platform/errors.ts';
import { officeContextOf } from '../../context.ts';
import type { Route } from './+types/upload.ts';

/** A file for a product's pictures, one a request, so that each has a progress and a refusal of its own. */
export async function action({ request, context, params }: Route.ActionArgs) {
  const form = await request.formData();
  try {
    const file = form.get('file') as File;
    return Response.json(await uploadPicture(officeContextOf(context), { product: params.product, file }));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw data({ message: error.extra.fields?.[0]?.message ?? error.message }, { status: error.status });
  }
}
