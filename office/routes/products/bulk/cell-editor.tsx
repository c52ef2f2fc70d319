import type { KeyboardEvent } from 'react';
import { stockPolicyNames } from '#domain/catalogue/kind-names.ts';
import type { BulkColumn } from './columns.ts';
import type { Place } from './sheet.ts';

type Props = {
  column: BulkColumn;
  /** Column and product, for readers. */
  label: string;
  typed: string;
  onType: (typed: string) => void;
  /** `keep`: what is typed; then the cell that far away is the active one. */
  onEnd: (keep: boolean, move?: Place) => void;
};

/** The field of the cell that is being edited. */
export function CellEditor({ column, label, typed, onType, onEnd }: Props) {
  const onKeyDown = (event: KeyboardEvent) => {
    const back = event.shiftKey ? -1 : 1;
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') onEnd(true, { row: back, col: 0 });
    else if (event.key === 'Tab') onEnd(true, { row: 0, col: back });
    else if (event.key === 'Escape') onEnd(false);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const shared = {
    'aria-label': label,
    value: typed,
    className: 'bulk-editor',
    onKeyDown,
    onBlur: () => onEnd(true),
  };
  if (column.kind === 'policy')
    return (
      <select ref={focused} {...shared} onChange={({ target }) => onType(target.value)}>
        {Object.values(stockPolicyNames).map((name) => (
          <option key={name}>{name}</option>
        ))}
      </select>
    );
  return (
    <input
      ref={focused}
      {...shared}
      inputMode={column.kind === 'text' ? 'text' : 'decimal'}
      maxLength={column.kind === 'text' ? undefined : 20}
      dir="auto"
      onChange={({ target }) => onType(target.value)}
    />
  );
}

/** With the caret at the end: what was typed to begin is there already. */
function focused(element: HTMLInputElement | HTMLSelectElement | null): void {
  if (!element || document.activeElement === element) return;
  element.focus({ preventScroll: true });
  if (element instanceof HTMLInputElement) element.setSelectionRange(element.value.length, element.value.length);
}
