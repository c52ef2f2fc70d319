import { classNames } from '#ui/hooks/class-names.ts';
import { Swatch } from '#ui/swatch.tsx';
import { Section } from './section.tsx';

type Settings = Record<string, string>;
type Props = {
  palettes: { key: string; name: string; settings: Settings }[];
  settings: Settings;
  onChange: (settings: Settings) => void;
};

const roles = [
  ['clr1', 'פעולה'],
  ['clr2', 'רקע כהה'],
  ['clr3', 'הדגשה'],
] as const;

/** Switches the page's colours: to those of a store, or to any that an operator might choose. */
export function Palettes({ palettes, settings, onChange }: Props) {
  const same = (other: Settings) => roles.every(([role]) => other[role] === settings[role]);
  return (
    <Section
      title="צבעי החנויות"
      text="הבחירה מחליפה את צבעי כל הדוגמאות שבדף. הכותרת העליונה נשארת בצבעי החנות שבכתובת."
    >
      <fieldset className="flex flex-wrap gap-2">
        <legend className="sr-only">צבעים של חנות</legend>
        {palettes.map((palette) => (
          <label
            key={palette.key}
            className={classNames(
              'relative flex min-h-12 items-center gap-2 rounded-md px-4 has-focus-visible:outline-3 has-focus-visible:outline-action-ink',
              same(palette.settings) ? 'bg-ink text-ground' : 'bg-ground-2 hover:bg-ground-3',
            )}
          >
            <input
              type="radio"
              name="palette"
              className="absolute inset-0 opacity-0"
              checked={same(palette.settings)}
              onChange={() => onChange(palette.settings)}
            />
            {roles.map(([role]) => (
              <Swatch key={role} color={{ value: palette.settings[role] ?? '', value_type: 'COLOR' }} />
            ))}
            {palette.name}
          </label>
        ))}
      </fieldset>
      <fieldset className="flex flex-wrap gap-6">
        <legend className="mb-3 text-ink-2">צבעים של מפעיל אחר:</legend>
        {roles.map(([role, name]) => (
          <label key={role} className="flex min-h-11 items-center gap-3">
            <input
              type="color"
              className="size-11 rounded-md bg-ground"
              value={settings[role]}
              onChange={(event) => onChange({ ...settings, [role]: event.target.value })}
            />
            {name}
          </label>
        ))}
      </fieldset>
    </Section>
  );
}
