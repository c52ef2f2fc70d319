import type { Tone } from '../../components/panel.tsx';

type Status = 'invited' | 'active' | 'disabled';

export const statusNames: Record<Status, string> = { invited: 'ממתין להצטרפות', active: 'פעיל', disabled: 'מושבת' };
export const statusTones: Record<Status, Tone> = { invited: 'wait', active: 'good', disabled: 'neutral' };
