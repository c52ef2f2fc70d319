import { addPicture } from '#server/office/content/pictures.ts';
import { receiveFile } from '../../file-reply.ts';

/** A picture of a store, sent by a field of a form; the form then names it. */
export const action = receiveFile((ctx, form) =>
  addPicture(ctx, { store: String(form.get('store')), file: form.get('file') as File }),
);
