import { uploadDiagram } from '#server/office/parts/change-diagrams.ts';
import { receiveFile } from '../../file-reply.ts';

/** The picture of a diagram, sent by its form; the form then names it. */
export const action = receiveFile((ctx, form) => uploadDiagram(ctx, { file: form.get('file') as File }));
