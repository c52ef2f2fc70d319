import { useState } from 'react';
import { type Configurator, choicesOf, configure } from '#domain/catalogue/configurator.ts';
import { difference, firstChoices, settle } from '#domain/catalogue/configurator-change.ts';
import type { ConfiguratorFault } from '#domain/catalogue/configurator-faults.ts';
import { toAgorot } from '#domain/money/money.ts';
import { Badge, Panel } from '../../../components/panel.tsx';
import { Money } from '../../../components/shown-values.tsx';

type Props = { configurator: Configurator; faults: ConfiguratorFault[] };

/** What shoppers would stumble over, and the configurator itself to be tried, by the shop's own rules. */
export function Tester({ configurator, faults }: Props) {
  const nameOf = (key: string) => choicesOf(configurator).find((choice) => choice.key === key)?.name ?? key;
  return (
    <Panel title="בדיקה">
      {faults.length === 0 ? (
        <p className="rounded-sm bg-success-wash p-3 text-success">
          אין מבוי סתום ואין סתירות: כל בחירה אפשרית, וכל שתי בחירות אפשריות יחד או שכלל אומר שלא.
        </p>
      ) : (
        <ul aria-label="מה נמצא" className="grid gap-2">
          {faults.map((fault) => (
            <li key={JSON.stringify(fault)} className="flex flex-wrap items-center gap-2">
              <Badge tone={fault.kind === 'dead-end' || fault.kind === 'always' ? 'wait' : 'bad'}>
                {labels[fault.kind]}
              </Badge>
              <bdi>{sentenceOf(fault, nameOf)}</bdi>
            </li>
          ))}
        </ul>
      )}
      <Trial key={JSON.stringify(configurator)} configurator={configurator} />
    </Panel>
  );
}

const labels = {
  impossible: 'אי אפשר להזמין',
  never: 'אף פעם',
  contradiction: 'סתירה',
  always: 'תמיד',
  'dead-end': 'מבוי סתום',
};

function sentenceOf(fault: ConfiguratorFault, nameOf: (key: string) => string): string {
  const quoted = (key: string) => `״${nameOf(key)}״`;
  switch (fault.kind) {
    case 'impossible':
      return 'אין אף תצורה שעומדת בכל הכללים';
    case 'never':
      return `אי אפשר לבחור ${quoted(fault.choice)} באף תצורה`;
    case 'always':
      return `${quoted(fault.choice)} מוצעת כתוספת, ואי אפשר בלעדיה`;
    case 'contradiction':
      return `${quoted(fault.choice)} דורשת ${fault.others.map(quoted).join(' או ')}, וכלל אחר אוסר אותן יחד`;
    case 'dead-end':
      return `${quoted(fault.choice)} ו${quoted(fault.other)} אינן אפשריות יחד: ${fault.noVariant ? 'אין גרסה שיש בה את שתיהן' : 'כללים אחרים יחד מונעים את זה'}`;
  }
}

function Trial({ configurator }: { configurator: Configurator }) {
  const [chosenKeys, setChosenKeys] = useState(() => firstChoices(configurator));
  const [announcement, setAnnouncement] = useState('');
  const { price, variant, broken } = configure(configurator, chosenKeys);
  const pick = (key: string, on: boolean) => {
    const next = settle(configurator, chosenKeys, { key, on });
    if (!next) return setAnnouncement('הכללים אינם מאפשרים את הבחירה הזו');
    const { added, removed } = difference(configurator, chosenKeys, next);
    const others = [...added, ...removed].filter((choice) => choice.key !== key).map(({ name }) => name);
    setAnnouncement(others.length > 0 ? `השתנו איתה: ${others.join(', ')}` : '');
    setChosenKeys(next);
  };
  return (
    <div className="grid gap-3 border-t border-line pt-3">
      <h3 className="text-sm font-medium text-ink-2">ניסיון</h3>
      <div className="grid gap-3 sm:grid-cols-2 xl:grid-cols-4">
        {configurator.groups.map((group) => (
          <fieldset key={group.name} className="min-w-0">
            <legend className="text-sm text-ink-3">{group.name}</legend>
            {group.choices.map(({ key, name }) => (
              <label key={key} className="flex min-h-10 items-center gap-3">
                <input
                  type={group.multiple ? 'checkbox' : 'radio'}
                  name={`trial-${group.name}`}
                  checked={chosenKeys.includes(key)}
                  onChange={(event) => pick(key, event.target.checked)}
                  className="size-5 accent-action-ink"
                />
                <bdi>{name}</bdi>
              </label>
            ))}
          </fieldset>
        ))}
      </div>
      <p role="status">
        {announcement && <span className="block text-warning">{announcement}</span>}
        {broken.map(({ message }) => (
          <span key={message} className="block text-danger">
            {message}
          </span>
        ))}
        {price !== null && variant && (
          <span className="block font-semibold">
            <Money agorot={toAgorot(price)} /> · <bdi>{variant.sku}</bdi>
          </span>
        )}
      </p>
    </div>
  );
}
