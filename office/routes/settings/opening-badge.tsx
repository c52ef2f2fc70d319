import type { Opening } from '#server/office/settings/store-state.ts';
import { Badge, type Tone } from '../../components/panel.tsx';
import { Moment } from '../../components/shown-values.tsx';

export const openingNames: Record<Opening['status'], string> = {
  open: 'פתוחה',
  under_construction: 'בבנייה',
  closed: 'סגורה',
};
const tones: Record<Opening['status'], Tone> = { open: 'good', under_construction: 'wait', closed: 'bad' };

/** Whether shoppers find the store open, and until when not. */
export const OpeningBadge = ({ opening: { status, until } }: { opening: Opening }) => (
  <Badge tone={tones[status]}>
    {openingNames[status]}
    {until && (
      <>
        {' עד '}
        <Moment at={until} />
      </>
    )}
  </Badge>
);
