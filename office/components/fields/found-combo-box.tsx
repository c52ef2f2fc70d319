import { type ReactNode, type Ref, useState } from 'react';
import { ComboBox, Input, Label, ListBox, ListBoxItem, Popover } from 'react-aria-components';
import { SEARCH_UNANSWERED, useFound } from '../use-call.ts';

const MIN_LETTERS = 2;

type Props<T> = {
  ref?: Ref<HTMLInputElement>;
  label: string;
  /** What to ask (`useFound`) about these letters; `null`: nothing. */
  pathOf: (q: string) => string | null;
  /** `text` is what is read out. */
  optionOf: (found: T) => { id: string; text: string };
  /** How one is drawn. */
  children: (found: T) => ReactNode;
  asking: string;
  nothingFound: string;
  /** What stays in the field of the chosen one, until other letters are typed; without it the field is emptied. */
  keptText?: (found: T) => string;
  /** `null`: other letters are typed over the one that was kept. */
  onChoose: (found: T | null) => void;
};

/** Finds something on the server by part of its name; arrows walk the list, Enter chooses. */
export function FoundComboBox<T extends object>(props: Props<T>) {
  const { optionOf, keptText = () => '', onChoose } = props;
  const [q, setQ] = useState('');
  const [chosenText, setChosenText] = useState('');
  const path = q.trim().length >= MIN_LETTERS && q !== chosenText ? props.pathOf(q) : null;
  const { found, state } = useFound<T>(path);
  return (
    <ComboBox
      className="grid grid-cols-1 content-start gap-1.5"
      items={found}
      inputValue={q}
      onInputChange={(typed) => {
        setQ(typed);
        if (chosenText !== '' && typed !== chosenText) {
          setChosenText('');
          onChoose(null);
        }
      }}
      selectedKey={null}
      onSelectionChange={(key) => {
        const chosen = found.find((one) => optionOf(one).id === key);
        if (!chosen) return;
        onChoose(chosen);
        setQ(keptText(chosen));
        setChosenText(keptText(chosen));
      }}
      allowsEmptyCollection={path !== null}
      menuTrigger="input"
      defaultFilter={() => true}
    >
      <Label className="text-sm font-medium text-ink-2">{props.label}</Label>
      <Input
        ref={props.ref}
        className="h-12 w-full rounded-md border border-line-strong bg-ground px-4 text-base text-ink transition-colors hover:border-ink-2 focus-visible:outline-offset-0"
        dir="auto"
        autoComplete="off"
      />
      <Popover className="w-(--trigger-width) min-w-64 overflow-y-auto rounded-sm border border-line bg-ground text-ink shadow-floating">
        {state === 'lost' && (
          <p role="alert" className="px-3 py-2 text-sm text-danger">
            {SEARCH_UNANSWERED}
          </p>
        )}
        <ListBox
          className="grid outline-none"
          renderEmptyState={() =>
            state !== 'lost' && (
              <p className="px-3 py-2 text-sm text-ink-3">{state === 'answered' ? props.nothingFound : props.asking}</p>
            )
          }
        >
          {(one: T) => (
            <ListBoxItem
              id={optionOf(one).id}
              textValue={optionOf(one).text}
              className="grid min-h-11 cursor-pointer content-center border-b border-line px-3 py-1.5 outline-none last:border-0 data-focused:bg-action-wash"
            >
              {props.children(one)}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </ComboBox>
  );
}
