import type { FormReply } from '../forms/parse-form.ts';

type Kind = 'VEHICLE' | 'ACCESSORY' | 'SPARE_PART' | 'SERVICE';

export const reviewAspectNames = {
  comfort: 'נוחות',
  performance: 'ביצועים',
  quality: 'איכות',
  fit: 'התאמה',
  service: 'יחס ושירות',
  speed: 'זמן הטיפול',
  value: 'תמורה למחיר',
} as const;

export type ReviewAspect = keyof typeof reviewAspectNames;

/** What a product of each kind is rated by, besides the whole, in the sequence of the form. */
export const reviewAspects: Record<Kind, ReviewAspect[]> = {
  VEHICLE: ['comfort', 'performance', 'quality', 'value'],
  ACCESSORY: ['quality', 'fit', 'value'],
  SPARE_PART: ['quality', 'fit', 'value'],
  SERVICE: ['service', 'speed', 'value'],
};

export const REVIEW_PHOTOS = 4;

/** What staff call the states of reviews and questions. */
export const moderationNames = { waiting: 'מחכה', published: 'מוצגת באתר', refused: 'נדחתה' } as const;
export type ModerationState = keyof typeof moderationNames;
export const voiceNames = { review: 'ביקורת', question: 'שאלה' } as const;
export type VoiceKind = keyof typeof voiceNames;

/** Of a page's action that takes a question. */
export type QuestionReply = { received: true } | ({ received: false } & FormReply);
/** The same for a review. */
export type ReviewReply = { saved: true } | ({ saved: false } & FormReply);
