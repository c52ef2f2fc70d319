import { z } from 'zod';
import { probeStill } from '../../import/pictures/probe.ts';
import { cleanSvg } from '../../import/pictures/svg.ts';
import { refuse } from '../../platform/errors.ts';
import { officeCall } from '../../staff/office-call.ts';
import { filePath } from '../store-files/pictures.ts';

const MOST_BYTES = 10 * 1024 * 1024;

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
    if (file.size > MOST_BYTES) throw refuse('PAYLOAD_TOO_LARGE', { message: 'אפשר להעלות תמונה של עד 10MB' });
    const sent = Buffer.from(await file.arrayBuffer());
    const drawn = await probeStill(sent);
    const isSvg = typeof drawn !== 'string' && drawn.media.endsWith('.svg');
    const bytes = isSvg ? Buffer.from(cleanSvg(sent.toString('utf8'))) : sent;
    const picture = isSvg ? await probeStill(bytes) : drawn;
    if (typeof picture === 'string')
      throw refuse('IMAGE_REFUSED', { message: 'אי אפשר לקרוא את התמונה. אפשר להעלות AVIF, WebP, JPEG, PNG או SVG' });
    const { media } = picture;
    if (!(await ctx.storage.has(media))) await ctx.storage.put(media, bytes);
    return { path: filePath(media), url: `/media/${media}`, message: 'התמונה הועלתה' };
  },
);
