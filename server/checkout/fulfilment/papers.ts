import { MAX_PAPER_MB } from '#domain/orders/handover-tasks.ts';
import { refuse } from '../../platform/errors.ts';
import { reencodePicture } from '../../platform/reencode-picture.ts';
import { refuseActive } from './active-pdf.ts';

/** Of an order, of staff and its buyer together. */
export const MAX_FILES = 40;
export const MAX_PAPER_BYTES = MAX_PAPER_MB * 1024 * 1024;
/** Enough to read a licence that was photographed. */
const LONGEST_SIDE = 2_400;

type Paper = { name: string; type: 'application/pdf' | 'image/webp'; content: Buffer };

/**
 * An uploaded paper as it is kept: a picture is redrawn, a PDF is taken as it is if it begins and ends as one and only
 * can be read. What a file calls itself counts for nothing. @throws PAYLOAD_TOO_LARGE, IMAGE_REFUSED
 */
export async function paperOf(name: string, bytes: Buffer): Promise<Paper> {
  if (bytes.length > MAX_PAPER_BYTES) throw refuse('PAYLOAD_TOO_LARGE', { message: 'אפשר להעלות קובץ של עד 10MB' });
  const plain = name
    .replace(/\.[^.]{0,10}$/, '')
    .replace(/[\p{C}\s/\\<>"|:*?]+/gu, ' ')
    .trim()
    .slice(0, 80);
  if (bytes.toString('latin1', 0, 5) === '%PDF-') {
    if (!bytes.toString('latin1', Math.max(0, bytes.length - 2_048)).includes('%%EOF')) throw unreadable();
    await refuseActive(bytes);
    return { name: `${plain || 'מסמך'}.pdf`, type: 'application/pdf', content: bytes };
  }
  const content = await reencodePicture(bytes, (picture) =>
    picture.resize(LONGEST_SIDE, LONGEST_SIDE, { fit: 'inside', withoutEnlargement: true }),
  ).catch((error) => {
    throw error.code === 'IMAGE_REFUSED' ? unreadable() : error;
  });
  return { name: `${plain || 'תמונה'}.webp`, type: 'image/webp', content };
}

const unreadable = () =>
  refuse('IMAGE_REFUSED', { message: 'אי אפשר לקרוא את הקובץ. אפשר להעלות PDF,‏ JPEG,‏ PNG או WebP של עד 10MB' });
