import { Columns3 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button as AriaButton, Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import { buttonLook } from '#ui/button.tsx';
import type { ListColumn } from './list.tsx';

/** Columns of a list that this device hides; the first names the row and always shows. */
export function useColumns<T>(list: string, columns: ListColumn<T>[]) {
  const key = `office_columns_${list}`;
  const [hidden, setHidden] = useState<string[]>([]);
  // The server doesn't know the device: all columns come, and the hidden ones leave once the page is alive.
  useEffect(() => setHidden(readHidden(key)), [key]);
  const hide = (keys: string[]) => {
    setHidden(keys);
    try {
      localStorage.setItem(key, JSON.stringify(keys));
    } catch {
      // Full or blocked: until the page is reloaded.
    }
  };
  return { shown: columns.filter((column, at) => at === 0 || !hidden.includes(column.key)), hidden, hide };
}

function readHidden(key: string): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(stored) ? stored.filter((one) => typeof one === 'string') : [];
  } catch {
    return [];
  }
}

type Props = { columns: { key: string; label: string }[]; hidden: string[]; hide: (keys: string[]) => void };

export function ColumnChoice({ columns, hidden, hide }: Props) {
  const choices = columns.slice(1);
  return (
    <MenuTrigger>
      <AriaButton className={buttonLook({ variant: 'secondary', size: 'sm' })}>
        <Columns3 aria-hidden className="size-4" />
        עמודות
      </AriaButton>
      <Popover
        placement="bottom end"
        className="min-w-44 rounded-md border border-line bg-ground p-1 text-ink shadow-floating"
      >
        <Menu
          aria-label="עמודות"
          selectionMode="multiple"
          selectedKeys={choices.filter(({ key }) => !hidden.includes(key)).map(({ key }) => key)}
          onSelectionChange={(shown) =>
            hide(shown === 'all' ? [] : choices.filter(({ key }) => !shown.has(key)).map(({ key }) => key))
          }
          className="grid outline-none"
        >
          {choices.map(({ key, label }) => (
            <MenuItem
              key={key}
              id={key}
              textValue={label}
              className="group flex min-h-10 cursor-pointer items-center gap-3 rounded-sm px-3 outline-none data-focused:bg-ground-2"
            >
              <span aria-hidden className="office-tick" />
              {label}
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
