import { useState } from 'react';
import { contrast } from '#domain/catalogue/colour.ts';
import { Button } from '#ui/button.tsx';
import { Samples, Section } from './section.tsx';

/** Ground and text that stand together on the pages. */
const pairs: [ground: string, text: string, name: string][] = [
  ['--action', '--on-action', 'פעולה'],
  ['--action-hover', '--on-action', 'פעולה, ריחוף'],
  ['--action-pressed', '--on-action', 'פעולה, לחיצה'],
  ['--action-wash', '--action-ink', 'פעולה, רקע רך'],
  ['--accent', '--on-accent', 'הדגשה'],
  ['--dark', '--on-dark', 'רקע כהה'],
  ['--dark', '--on-dark-muted', 'כהה, משני'],
  ['--dark-2', '--action-ink-on-dark', 'כהה, קישור'],
  ['--dark-2', '--accent-ink-on-dark', 'כהה, הדגשה'],
];
const neutral: [ground: string, text: string, name: string][] = [
  ['--ground', '--ink', 'רקע, טקסט'],
  ['--ground', '--ink-3', 'רקע, טקסט משני'],
  ['--ground-2', '--ink-2', 'רקע שני'],
  ['--ground-3', '--ink-2', 'רקע שלישי'],
  ['--danger-wash', '--danger', 'שגיאה'],
  ['--success-wash', '--success', 'הצלחה'],
  ['--warning-wash', '--warning', 'אזהרה'],
];

/** The neutral colours are the same everywhere, and only the style sheet knows them. */
export const Colours = ({ theme }: { theme: Record<string, string> }) => (
  <Section title="צבע" text="כל טקסט בוחר בעצמו גוון שנקרא על הרקע שלו. המספר הוא יחס הניגודיות, ולפחות 4.5.">
    <Samples>
      {[...pairs, ...neutral].map(([ground, text, name]) => (
        <div
          key={name}
          style={{ background: `var(${ground})`, color: `var(${text})` }}
          className="grid min-h-28 content-between rounded-lg p-4 shadow-[inset_0_0_0_1px_var(--hairline)]"
        >
          <span className="font-semibold">{name}</span>
          <bdi dir="ltr" className="tabular flex justify-between text-xs">
            {theme[ground] ?? ground}
            {theme[ground] && theme[text] && <span>{contrast(theme[ground], theme[text]).toFixed(1)}</span>}
          </bdi>
        </div>
      ))}
    </Samples>
  </Section>
);

const scale = [
  ['text-5xl font-black', '5xl'],
  ['text-4xl font-black', '4xl'],
  ['text-3xl font-extrabold', '3xl'],
  ['text-2xl font-bold', '2xl'],
  ['text-xl font-bold', 'xl'],
  ['text-lg', 'lg'],
  ['text-base', 'base'],
  ['text-sm', 'sm'],
  ['text-xs', 'xs'],
] as const;

export const Type = () => (
  <Section
    title="אותיות"
    text="כותרות באות של החנות, וכל השאר ב־Heebo, בגדלים שנעים עם רוחב המסך. עברית אינה מרווחת בין אותיות."
  >
    <dl className="grid grid-cols-1 gap-5">
      {scale.map(([look, name]) => (
        <div key={name} className="grid grid-cols-[3rem_minmax(0,1fr)] items-baseline gap-4 border-b border-line pb-4">
          <dt className="text-xs text-ink-3">
            <bdi>{name}</bdi>
          </dt>
          <dd
            className={look}
            style={/[2-5]xl/.test(name) ? { fontFamily: 'var(--face, var(--font-sans))' } : undefined}
          >
            הכביש נפתח לפניכם
          </dd>
        </div>
      ))}
    </dl>
    <p className="max-w-[70ch]">
      טקסט רץ נמדד בשורה של עד שבעים תווים וברווח של שורה וחצי: כך קוראים פסקה שלמה בלי לאבד את המקום. מחירים ומספרים
      עומדים ברוחב אחיד, <bdi className="tabular">₪45,900</bdi>, ושמות דגמים באותיות לטיניות מבודדים מכיוון הכתיבה.
    </p>
  </Section>
);

const radii = ['rounded-sm', 'rounded-md', 'rounded-lg', 'rounded-xl', 'rounded-full'];
const shadows = ['shadow-none', 'shadow-raised', 'shadow-floating'];
const spaces = [1, 2, 3, 4, 6, 8, 12, 16, 24];

export const Measures = () => (
  <Section title="מידות" text="מרווחים בכפולות של רבע אות, חמש דרגות עיגול ושני צללים.">
    <ul className="grid gap-2">
      {spaces.map((space) => (
        <li key={space} className="flex items-center gap-4">
          <bdi className="tabular w-8 text-xs text-ink-3">{space}</bdi>
          <span className="h-4 rounded-sm bg-action" style={{ width: `${space / 4}rem` }} />
        </li>
      ))}
    </ul>
    <Samples>
      {radii.map((radius) => (
        <div key={radius} className="grid justify-items-center gap-3">
          <span className={`size-20 bg-action-wash shadow-[inset_0_0_0_1.5px_var(--action-ink)] ${radius}`} />
          <bdi className="text-xs text-ink-3">{radius}</bdi>
        </div>
      ))}
      {shadows.map((shadow) => (
        <div key={shadow} className="grid justify-items-center gap-3">
          <span className={`size-20 rounded-lg bg-ground ${shadow}`} />
          <bdi className="text-xs text-ink-3">{shadow}</bdi>
        </div>
      ))}
    </Samples>
  </Section>
);

/** Each is the motion that the pages themselves use; it runs when its key changes. */
const motions = [
  ['menu-in', 'תפריט, 160 מ״ש'],
  ['toast', 'הודעה, 220 מ״ש'],
  ['color-swap', 'החלפת צבע, 220 מ״ש'],
] as const;

export function Motion() {
  const [run, setRun] = useState(0);
  return (
    <Section title="תנועה" text="התנועה מסבירה מאין דבר בא ולאן הוא הולך, ואינה מופיעה כשביקשו פחות תנועה.">
      <Samples>
        {motions.map(([look, name]) => (
          <div key={look} className="grid justify-items-center gap-3 rounded-lg bg-ground-2 p-5">
            <span key={run} className={`size-16 rounded-lg bg-action ${look}`} />
            <span className="text-xs text-ink-3">{name}</span>
          </div>
        ))}
      </Samples>
      <Button variant="secondary" className="justify-self-start" onClick={() => setRun(run + 1)}>
        הפעלה חוזרת
      </Button>
    </Section>
  );
}
