import { useState } from 'react';
import { ComboBox, Input, Label, ListBox, ListBoxItem, Popover } from 'react-aria-components';
import type { FoundPart } from '#server/office/parts/find-parts.ts';
import { SEARCH_UNANSWERED, useFound } from '../../components/use-call.ts';

const LEAST_LETTERS = 2;

type Props = {
  label: string;
  kind: 'vehicle' | 'part' | 'fitting' | 'any';
  /** The chosen one's name stays in the field until other letters are typed. */
  keeps?: boolean;
  onChoose: (found: FoundPart | null) => void;
};

/** Finds a vehicle, a part or any product by its name or SKU; arrows walk the list, Enter chooses. */
export function PartSearch({ label, kind, keeps = false, onChoose }: Props) {
  const [q, setQ] = useState('');
  const [chosenName, setChosenName] = useState('');
  const asks = q.trim().length >= LEAST_LETTERS && q !== chosenName;
  const { found, state } = useFound<FoundPart>(asks ? `/parts/find?${new URLSearchParams({ kind, q })}` : null);
  return (
    <ComboBox
      className="grid grid-cols-1 content-start gap-1.5"
      items={found}
      inputValue={q}
      onInputChange={(typed) => {
        setQ(typed);
        if (keeps && chosenName !== '' && typed !== chosenName) {
          setChosenName('');
          onChoose(null);
        }
      }}
      selectedKey={null}
      onSelectionChange={(key) => {
        const one = found.find(({ slug }) => slug === key);
        if (!one) return;
        onChoose(one);
        setQ(keeps ? one.name : '');
        setChosenName(keeps ? one.name : '');
      }}
      allowsEmptyCollection={asks}
      menuTrigger="input"
      defaultFilter={() => true}
    >
      <Label className="text-sm font-medium text-ink-2">{label}</Label>
      <Input
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
              <p className="px-3 py-2 text-sm text-ink-3">
                {state === 'answered' ? 'לא נמצא. נסו חלק אחר מהשם, או את תחילת המק״ט.' : 'מחפש…'}
              </p>
            )
          }
        >
          {(one: FoundPart) => (
            <ListBoxItem
              id={one.slug}
              textValue={[one.name, one.sku].filter(Boolean).join(', ')}
              className="grid min-h-11 cursor-pointer content-center border-b border-line px-3 py-1.5 outline-none last:border-0 data-focused:bg-action-wash"
            >
              <bdi>{one.name}</bdi>
              <span className="text-xs text-ink-3">
                <bdi dir="ltr">{one.sku ?? one.slug}</bdi>
                {one.brand && (
                  <>
                    , <bdi>{one.brand}</bdi>
                  </>
                )}
              </span>
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </ComboBox>
  );
}
