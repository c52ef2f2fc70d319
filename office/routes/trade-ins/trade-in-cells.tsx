import { type TradeInState, tradeInStateNames } from '#domain/people/trade-in-questions.ts';
import { Badge, type Tone } from '../../components/panel.tsx';
import { Money } from '../../components/shown-values.tsx';

const tones: Record<TradeInState, Tone> = {
  waiting: 'wait',
  offered: 'info',
  expired: 'neutral',
  ordered: 'wait',
  confirmed: 'good',
  rejected: 'bad',
  refused: 'bad',
  withdrawn: 'neutral',
};

export const TradeInBadge = ({ state }: { state: TradeInState }) => (
  <Badge tone={tones[state]}>{tradeInStateNames[state]}</Badge>
);

/** The lower and the upper end of an offer. Agorot. */
export const OfferRange = ({ low, high }: { low: number | null; high: number | null }) =>
  low === null || high === null ? (
    <span className="text-ink-3">אין</span>
  ) : (
    <span className="whitespace-nowrap">
      <Money agorot={low} />
      {high !== low && (
        <>
          {' – '}
          <Money agorot={high} />
        </>
      )}
    </span>
  );
