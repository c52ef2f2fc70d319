import type { LineChoice } from '#contract/configurator.ts';
import { isolateRuns } from '#domain/format.ts';
import { Price } from '~/ui/price.tsx';

/** What was chosen in the configurator of `model`; the line's price has it all. A version that is the model itself says nothing new. */
export function LineChoices({ choices: all, model }: { choices: LineChoice[]; model: string }) {
  const choices = all.filter(({ name, price }) => price !== 0 || !model.includes(name));
  if (choices.length === 0) return null;
  return (
    <ul aria-label="ההרכבה" className="grid gap-0.5 text-sm text-ink-2">
      {choices.map(({ group, name, price }) => (
        <li key={`${group}/${name}`} className="flex flex-wrap gap-x-1.5">
          {!name.startsWith(group) && <span className="text-ink-3">{group}:</span>}
          <span>{isolateRuns(name)}</span>
          {price > 0 && (
            <span className="text-ink-3">
              (<Price value={price} />)
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
