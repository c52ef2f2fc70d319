import type { Fulfilment } from '#server/office/fulfilment/read-fulfilment.ts';
import { Money } from '../../../components/shown-values.tsx';

/** The sum that the buyer was told to bring, and what it is made of; nothing where nothing is due. */
export function DueAtHandover({ due: { label, rest, fees } }: { due: Fulfilment['dueAtHandover'] }) {
  const parts = [...(rest > 0 ? [{ name: 'יתרת ההזמנה', agorot: rest }] : []), ...fees];
  if (parts.length === 0) return null;
  return (
    <dl className="grid gap-1 rounded-sm border border-line p-3 [&>div]:flex [&>div]:justify-between [&>div]:gap-4">
      {parts.map(({ name, agorot }) => (
        <div key={name}>
          <dt>
            <bdi>{name}</bdi>
          </dt>
          <dd>
            <Money agorot={agorot} />
          </dd>
        </div>
      ))}
      <div className="border-t border-line pt-1 font-semibold">
        <dt>{label}</dt>
        <dd>
          <Money agorot={parts.reduce((sum, { agorot }) => sum + agorot, 0)} />
        </dd>
      </div>
    </dl>
  );
}
