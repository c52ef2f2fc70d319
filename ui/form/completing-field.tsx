import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { classNames } from '../hooks/class-names.ts';
import { TextField } from './field.tsx';

type Props = {
  id?: string | undefined;
  label: string;
  name: string;
  value: string;
  onValue: (value: string) => void;
  /** Completions of a typed text; fails silently, since any text is valid. */
  suggest: (text: string, signal: AbortSignal) => Promise<string[]>;
  onBlur?: () => void;
  error?: string;
  hint?: string;
  required?: boolean;
  maxLength?: number;
  autoComplete?: string;
  className?: string;
};

const PAUSE_MS = 150;

/** A text field with completions. They are optional: typed text counts whether it is listed or not. */
export function CompletingField({ value, onValue, suggest, onBlur, className, ...field }: Props) {
  const list = useId();
  const [options, setOptions] = useState<string[]>([]);
  const [active, setActive] = useState(-1);
  /** Text being typed; `null` otherwise, so that a filled-in form opens no list. */
  const [typed, setTyped] = useState<string | null>(null);
  const asking = useRef(suggest);
  asking.current = suggest;

  useEffect(() => {
    if (typed === null || typed.trim() === '') return setOptions([]);
    const leaving = new AbortController();
    const timer = setTimeout(() => {
      asking
        .current(typed, leaving.signal)
        .then((options) => {
          if (leaving.signal.aborted) return;
          setOptions(options.filter((option) => option !== typed));
          setActive(-1);
        })
        .catch(() => {});
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [typed]);

  const open = options.length > 0;
  const close = () => {
    setTyped(null);
    setOptions([]);
    setActive(-1);
  };
  const choose = (option: string) => {
    onValue(option);
    close();
  };

  function onKeyDown(event: KeyboardEvent) {
    if (!open) return;
    const move = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (move !== 0) {
      event.preventDefault();
      // After the last option comes the field itself, then the first option.
      setActive((at) => ((at + 1 + move + options.length + 1) % (options.length + 1)) - 1);
    } else if (event.key === 'Enter' && options[active] !== undefined) {
      event.preventDefault();
      choose(options[active]);
    } else if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      close();
    }
  }

  return (
    <div className={classNames('relative', className)}>
      <TextField
        {...field}
        value={value}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={open}
        aria-controls={open ? list : undefined}
        aria-activedescendant={active >= 0 ? `${list}-${active}` : undefined}
        onChange={(event) => {
          onValue(event.target.value);
          setTyped(event.target.value);
        }}
        onKeyDown={onKeyDown}
        onBlur={() => {
          close();
          onBlur?.();
        }}
      />
      {open && (
        <div
          id={list}
          role="listbox"
          aria-label={field.label}
          className="absolute inset-x-0 top-[4.75rem] z-20 max-h-72 overflow-y-auto rounded-md bg-ground py-1 shadow-floating"
        >
          {options.map((option, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's, which keeps the focus
            <div
              key={option}
              id={`${list}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              // Otherwise the field would lose the focus, and close the list, before the press ends.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(option)}
              className={classNames(
                'flex min-h-11 items-center px-4',
                index === active ? 'bg-ground-3' : 'hover:bg-ground-2',
              )}
            >
              <bdi>{option}</bdi>
            </div>
          ))}
        </div>
      )}
      <p role="status" className="sr-only">
        {open && `${options.length === 1 ? 'הצעה אחת' : `${options.length} הצעות`}. אפשר לבחור בחצים`}
      </p>
    </div>
  );
}
