import { Download } from 'lucide-react';
import { Button as AriaButton, Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import { useSearchParams } from 'react-router';
import { buttonLook } from '#ui/button.tsx';

const formats = { xlsx: 'גיליון Excel', csv: 'קובץ CSV' };

type Props = {
  path: string;
  label?: string;
  /** Filters that the page's address needn't have. */
  chosen?: Record<string, string>;
};

/** The list as it is filtered now, as a file. Without scripts it is a CSV. */
export function ExportMenu({ path, label = 'ייצוא', chosen }: Props) {
  const [search] = useSearchParams();
  const to = (format: string) => {
    const query = new URLSearchParams([...search].filter(([name]) => name !== 'after'));
    for (const [name, value] of Object.entries({ ...chosen, format })) query.set(name, value);
    return `${path}?${query}`;
  };
  return (
    <MenuTrigger>
      <AriaButton className={buttonLook({ variant: 'secondary', size: 'sm' })}>
        <Download aria-hidden className="size-4" />
        {label}
      </AriaButton>
      <Popover
        placement="bottom end"
        className="min-w-44 rounded-md border border-line bg-ground p-1 text-ink shadow-floating"
      >
        <Menu aria-label={label} className="grid outline-none">
          {Object.entries(formats).map(([format, name]) => (
            <MenuItem
              key={format}
              href={to(format)}
              download
              className="flex min-h-10 cursor-pointer items-center rounded-sm px-3 outline-none data-focused:bg-ground-2"
            >
              {name}
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
