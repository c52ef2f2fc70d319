import { Search } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { useSearchParams } from 'react-router';
import type { FormReply } from '#domain/forms/parse-form.ts';
import { Button, buttonLook } from '#ui/button.tsx';
import { useInStep } from '#ui/form/use-in-step.ts';
import { classNames } from '#ui/hooks/class-names.ts';
import { useGo } from '#ui/hooks/use-go.ts';
import { Fold } from '#ui/narrow/fold.tsx';
import type { PartsQuery } from './parts-url.ts';
import { PlateFinder } from './plate-finder.tsx';
import { usePartsPath } from './use-parts-path.ts';

type Choice = { value: string; name: string };
type Props = {
  makes: Choice[];
  models: Choice[];
  years: number[];
  chosen: { make: string; model: string; year: number | null; chassis: string; number: string };
  /** Whether what was typed can be a chassis number. */
  isChassis: boolean;
  /** Whether there is a registry of plates to ask. */
  byPlate: boolean;
  /** To a plate that led nowhere. */
  reply: FormReply | undefined;
  onFound: () => void;
};

/**
 * Plain forms: by vehicle, step by step, by its plate, and by part number. With scripts a choice suffices; without them
 * each step is submitted, and a model of another make than the chosen one is ignored.
 */
export function Finder({ makes, models, years, chosen, isChassis, byPlate, reply, onFound }: Props) {
  const open = useGo();
  const partsPath = usePartsPath();
  const category = useSearchParams()[0].get('category');
  const go = (query: PartsQuery) => open(partsPath(query), { preventScrollReset: true });
  const several = makes.length > 1;
  return (
    <div
      className={classNames(
        'grid gap-3 lg:gap-4',
        byPlate ? 'lg:grid-cols-[1.4fr_1fr_1fr]' : 'lg:grid-cols-[1.4fr_1fr]',
      )}
    >
      <form
        action="/spare-parts"
        aria-label="חיפוש לפי כלי"
        className="grid content-start gap-4 rounded-xl bg-ground p-5 md:p-7"
        onSubmit={(event) => {
          event.preventDefault();
          go(queryIn(event.currentTarget));
        }}
      >
        <h2 className="text-xl">לפי כלי</h2>
        {category && <input type="hidden" name="category" value={category} />}
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(10rem,100%),1fr))] gap-3">
          {several && (
            <Select
              label="יצרן"
              name="make"
              value={chosen.make}
              first="בחירת יצרן"
              onChange={({ make }) => go({ make })}
            >
              {makes}
            </Select>
          )}
          <Select
            label="דגם"
            name="model"
            value={chosen.model}
            first="בחירת דגם"
            disabled={models.length === 0}
            onChange={({ make, model }) => go({ make, model })}
          >
            {models}
          </Select>
          <Select
            label="שנת ייצור"
            name="year"
            value={chosen.year ? String(chosen.year) : ''}
            first="כל השנים"
            disabled={years.length === 0}
            onChange={({ model, year }) => go({ model, year, chassis: model === chosen.model ? chosen.chassis : null })}
          >
            {years.map((year) => ({ value: String(year), name: String(year) }))}
          </Select>
        </div>
        <noscript>
          <button type="submit" className={buttonLook({ variant: 'secondary' })}>
            המשך
          </button>
        </noscript>
        {chosen.model !== '' && <ChassisField initial={chosen.chassis} isChassis={isChassis} />}
      </form>
      {byPlate && (
        <FoldedBox title="לפי מספר רישוי" open={reply !== undefined}>
          <PlateFinder label="חיפוש לפי מספר רישוי" button="איתור הדגם" reply={reply} onFound={onFound} />
        </FoldedBox>
      )}
      <FoldedBox title="לפי מספר חלק" open={chosen.number !== ''}>
        <form
          action="/spare-parts"
          aria-label="חיפוש לפי מספר חלק"
          onSubmit={(event) => {
            event.preventDefault();
            const number = new FormData(event.currentTarget).get('number');
            go({ category: null, number: typeof number === 'string' ? number.trim() : null });
          }}
        >
          <NumberField initial={chosen.number} />
        </form>
      </FoldedBox>
    </div>
  );
}

/** On a phone a row that opens, so that the models and what was found begin on the first screen. */
const FoldedBox = ({ title, open, children }: { title: string; open: boolean; children: ReactNode }) => (
  <div className="rounded-xl bg-ground px-5 md:px-7 lg:py-7">
    <Fold until="lg" open={open} title={<h2 className="text-xl">{title}</h2>}>
      <h2 className="mb-4 text-xl max-lg:hidden">{title}</h2>
      <div className="pt-1 pb-5 lg:p-0">{children}</div>
    </Fold>
  </div>
);

/** What stands in the form: it is ahead of the page while that is on its way. */
function queryIn(form: HTMLFormElement): PartsQuery {
  const typedFields = new FormData(form);
  const text = (name: string) => String(typedFields.get(name) ?? '').trim();
  return { make: text('make'), model: text('model'), year: Number(text('year')), chassis: text('chassis') };
}

const control =
  'h-12 w-full rounded-md border border-line-strong bg-ground px-3 pe-9 text-base hover:border-ink-2 disabled:bg-ground-2 disabled:text-ink-3';

type SelectProps = {
  label: string;
  name: string;
  value: string;
  /** Placeholder before a choice. */
  first: string;
  disabled?: boolean;
  onChange: (query: PartsQuery) => void;
  children: Choice[];
};

function Select({ label, name, value, first, disabled, onChange, children }: SelectProps): ReactNode {
  const id = useId();
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-sm font-medium text-ink-2">
        {label}
      </label>
      <select
        ref={useInStep<HTMLSelectElement>(value)}
        id={id}
        name={name}
        defaultValue={value}
        disabled={disabled}
        className={control}
        onChange={({ currentTarget: { form } }) => form && onChange(queryIn(form))}
      >
        <option value="">{first}</option>
        {children.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.name}
          </option>
        ))}
      </select>
    </div>
  );
}

/** Where the maker changed a part within a model year, the number on the frame says which one the vehicle has. */
function ChassisField({ initial, isChassis }: { initial: string; isChassis: boolean }) {
  const id = useId();
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-sm font-medium text-ink-2">
        מספר שלדה (לא חובה)
      </label>
      <div className="flex gap-2">
        <input
          ref={useInStep<HTMLInputElement>(initial)}
          id={id}
          name="chassis"
          defaultValue={initial}
          maxLength={40}
          dir="ltr"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          enterKeyHint="search"
          aria-describedby={`${id}-hint`}
          aria-invalid={!isChassis || undefined}
          className={control}
        />
        <Button type="submit" variant="secondary" className="shrink-0">
          סינון
        </Button>
      </div>
      <p id={`${id}-hint`} className={isChassis ? 'text-sm text-ink-3' : 'text-sm text-danger'}>
        {isChassis
          ? 'ברישיון הרכב ועל השלדה. נשמר במכשיר הזה בלבד.'
          : 'מספר שלדה הוא 5 עד 20 אותיות לטיניות וספרות. בדקו ברישיון הרכב.'}
      </p>
    </div>
  );
}

function NumberField({ initial }: { initial: string }) {
  const id = useId();
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-sm font-medium text-ink-2">
        מק״ט או מספר יצרן, עם מקפים או בלעדיהם
      </label>
      <div className="flex flex-wrap gap-2">
        <input
          ref={useInStep<HTMLInputElement>(initial)}
          id={id}
          name="number"
          type="search"
          defaultValue={initial}
          required
          maxLength={64}
          dir="ltr"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          className={classNames(control, 'min-w-0 flex-1 basis-28')}
        />
        <Button type="submit" className="max-w-full">
          <Search aria-hidden className="size-5" />
          איתור
        </Button>
      </div>
    </div>
  );
}
