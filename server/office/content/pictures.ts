import { z } from 'zod';
import { officeCall } from '../../staff/office-call.ts';
import { keepPicture } from '../keep-picture.ts';
import { filePath } from '../store-files/pictures.ts';

/** Stores a picture for the store's pages; nothing shows it until something that is saved names it. */
export const addPicture = officeCall(
  {
    name: 'content.add-picture',
    permission: 'content.edit',
    input: z.object({ store: z.uuid(), file: z.instanceof(File, { error: 'בחרו תמונה' }) }),
    kind: 'write',
    entity: 'store',
  },
  async (ctx, { file }) => {
    const { media } = await keepPicture(ctx, file);
    return { path: filePath(media), url: `/media/${media}`, message: 'התמונה הועלתה' };
  },
);
