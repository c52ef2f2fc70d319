import type { TransferRow } from '#server/office/imports/read-imports.ts';
import type { Tone } from '../../components/panel.tsx';

const states: Record<TransferRow['state'], { name: string; tone: Tone }> = {
  uploading: { name: 'ההעלאה לא הושלמה', tone: 'neutral' },
  check: { name: 'בבדיקה', tone: 'info' },
  checked: { name: 'ממתין לאישור', tone: 'wait' },
  apply: { name: 'בעבודה', tone: 'info' },
  done: { name: 'הושלם', tone: 'good' },
  failed: { name: 'נכשל', tone: 'bad' },
};

export const stateOf = ({
  state,
  undone_by,
}: Pick<TransferRow, 'state' | 'undone_by'>): { name: string; tone: Tone } =>
  undone_by ? { name: 'בוטל', tone: 'neutral' } : states[state];
