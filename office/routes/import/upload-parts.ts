import { appendImport, beginImport } from '#server/office/imports/upload.ts';
import { actByScript } from '../../load.ts';

/** Begins an upload and takes its pieces. */
export const action = actByScript({ begin: beginImport, append: appendImport });
