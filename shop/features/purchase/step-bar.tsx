import { Check } from 'lucide-react';
import { classNames } from '#ui/hooks/class-names.ts';
import { Link } from '#ui/link.tsx';
import { type Step, stepNames } from './steps.ts';

type Props = {
  steps: Step[];
  current: Step;
  lastOpen: Step;
  /** Without it no step can be gone to: what was ordered stands until it is given up. */
  hrefOf?: (step: Step) => string;
};

export function StepBar({ steps, current, lastOpen, hrefOf }: Props) {
  return (
    <nav aria-label="שלבי הרכישה" className="@container">
      <ol className="flex">
        {steps.map((step, i) => (
          <li
            key={step}
            className={classNames(
              'relative min-w-min flex-1',
              i > 0 && line,
              i > 0 && (step <= lastOpen ? 'before:bg-ink' : 'before:bg-line'),
            )}
          >
            {step <= lastOpen && hrefOf ? (
              <Link
                to={hrefOf(step)}
                prefetch="none"
                aria-current={step === current ? 'step' : undefined}
                className={classNames(look, 'hover:text-action-ink')}
              >
                <Mark number={i + 1} state={stateOf(step, current, lastOpen)} />
                <span className={step === current ? 'font-bold' : classNames('text-ink-2', nameBeside)}>
                  {stepNames[step]}
                </span>
                {step < current && <span className="sr-only">(הושלם)</span>}
              </Link>
            ) : (
              // biome-ignore lint/a11y/useFocusableInteractive: a step that can't be reached yet is no stop for the keyboard
              <span
                role="link"
                aria-disabled="true"
                aria-current={step === current ? 'step' : undefined}
                className={classNames(look, 'text-ink-3')}
              >
                <Mark number={i + 1} state={stateOf(step, current, lastOpen)} />
                <span className={step === current ? undefined : nameBeside}>{stepNames[step]}</span>
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}

const look = 'relative grid min-h-11 justify-items-center gap-1.5 rounded-md py-1 text-center text-sm leading-tight';
/** With large letters on a phone the names of all steps don't fit side by side: only the current one is shown. */
const nameBeside = '@max-[13rem]:sr-only';
const line =
  'before:absolute before:top-[1.2rem] before:start-[calc(-50%+1.4rem)] before:end-[calc(50%+1.4rem)] before:h-0.5';

const stateOf = (step: Step, current: Step, lastOpen: Step): keyof typeof marks =>
  step > lastOpen ? 'closed' : step === current ? 'current' : step < current ? 'done' : 'open';

const marks = {
  current: 'bg-action text-on-action',
  done: 'bg-ink text-ground',
  open: 'text-ink shadow-[inset_0_0_0_2px_var(--ink)]',
  closed: 'bg-ground-3 text-ink-3',
};

function Mark({ number, state }: { number: number; state: keyof typeof marks }) {
  return (
    <span
      aria-hidden
      className={classNames('tabular grid size-8 place-items-center rounded-full text-sm font-bold', marks[state])}
    >
      {state === 'done' ? <Check className="size-4" /> : number}
    </span>
  );
}
