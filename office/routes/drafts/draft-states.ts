import type { DraftRow } from '#server/office/drafts/list-drafts.ts';
import type { Tone } from '../../components/panel.tsx';

export const stateNames: Record<DraftRow['state'], [name: string, tone: Tone]> = {
  draft: ['טיוטה', 'neutral'],
  scheduled: ['מתוזמנת', 'info'],
  published: ['פורסמה', 'good'],
  ended: ['פורסמה והוחזרה', 'neutral'],
  failed: ['לא פורסמה', 'bad'],
  discarded: ['נמחקה', 'neutral'],
};
