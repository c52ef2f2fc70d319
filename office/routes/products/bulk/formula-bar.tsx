import { type FormEvent, useId, useState } from 'react';
import { type Formula, formulas } from '#domain/catalogue/price-formulas.ts';
import { formatNumber } from '#domain/text/format.ts';
import { parseNumber } from '#domain/text/typed-number.ts';
import { Button } from '#ui/button.tsx';
import { calculated, type Grid, type Sheet } from './sheet.ts';

type Props = { grid: Grid; sheet: Sheet; onChange: (change: (sheet: Sheet) => Sheet) => void };

/** Counts with the chosen prices: percent, shekels, rounding, an ending. */
export function FormulaBar({ grid, sheet, onChange }: Props) {
  const [formula, setFormula] = useState<Formula>('percent');
  const [typedText, setTypedText] = useState('');
  const [problem, setProblem] = useState('');
  const id = useId();
  const { by } = formulas[formula];
  const choices: readonly number[] | null = by === 'number' ? null : by;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const number = parseNumber(typedText);
    if (number === undefined) return setProblem('כתבו מספר, כמו 3 או ⁦-200⁩');
    if (calculated(grid, sheet, formula, number) === sheet) return setProblem('אין בבחירה מחירים שאפשר לשנות');
    setProblem('');
    onChange((one) => calculated(grid, one, formula, number));
  };
  const choose = (next: Formula) => {
    setFormula(next);
    const { by: nextBy } = formulas[next];
    setTypedText(nextBy === 'number' ? '' : String(nextBy[0]));
  };
  return (
    <form onSubmit={submit} className="flex flex-wrap items-end gap-2" aria-label="חישוב במחירים שנבחרו">
      <label className="grid w-52 gap-1 text-sm">
        <span className="text-ink-2">חישוב במחירים</span>
        <select className="office-field" value={formula} onChange={({ target }) => choose(target.value as Formula)}>
          {Object.entries(formulas).map(([key, { label }]) => (
            <option key={key} value={key}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <div className="grid w-28 gap-1 text-sm">
        <label htmlFor={id} className="text-ink-2">
          {formula === 'percent' ? 'כמה אחוזים' : 'כמה שקלים'}
        </label>
        {choices ? (
          <select
            id={id}
            className="office-field"
            value={typedText}
            onChange={({ target }) => setTypedText(target.value)}
          >
            {choices.map((one) => (
              <option key={one} value={one}>
                {formatNumber(one)}
              </option>
            ))}
          </select>
        ) : (
          <input
            id={id}
            className="office-field"
            dir="ltr"
            inputMode="decimal"
            maxLength={20}
            value={typedText}
            aria-invalid={problem !== '' || undefined}
            onChange={({ target }) => setTypedText(target.value)}
          />
        )}
      </div>
      <Button type="submit" size="sm" variant="secondary">
        החלה על הבחירה
      </Button>
      {problem && (
        <p role="alert" className="basis-full text-sm text-danger">
          {problem}
        </p>
      )}
    </form>
  );
}
