import { uploadPicture } from '#server/office/products/pictures.ts';
import { receiveFile } from '../../file-reply.ts';

/** A file for a product's pictures, one a request, so that each has a progress and a refusal of its own. */
export const action = receiveFile((ctx, form, { product = '' }) =>
  uploadPicture(ctx, { product, file: form.get('file') as File }),
);
