import { useId, useState } from 'react';

export type Values = Record<string, string>;

export type RowColumn = {
  name: string;
  label: string;
  kind?: 'text' | 'area' | 'choice' | 'tick' | 'sum' | 'number' | 'colour' | 'shown';
  options?: { value: string; label: string }[];
  dir?: 'ltr';
  /** Of the field, in rem. */
  width?: number;
  /** Names of values that are already in use. */
  suggestions?: string[];
  /** A value's name: announced with the field, and shown among the suggestions. */
  names?: Readonly<Record<string, string>>;
  /** What holds while the field is empty. */
  placeholder?: string;
  /** Only in rows that are new. */
  onlyNew?: boolean;
};

type CellProps = {
  column: RowColumn;
  name: string;
  label: string;
  values: Values;
  list: string | undefined;
  wrong: boolean;
};

/** A value of a row, by the kind of its column. */
export function CellField({ column, name, label, values, list, wrong }: CellProps) {
  const { kind = 'text', options, dir = 'auto', width = 10 } = column;
  const value = values[column.name] ?? '';
  const shared = {
    name,
    'aria-label': label,
    defaultValue: value,
    className: 'office-field',
    ...(wrong && { 'aria-invalid': true as const }),
  };
  const style = { minInlineSize: `${width}rem` };
  if (kind === 'shown' || (column.onlyNew && !values._new)) return <bdi className="whitespace-nowrap">{value}</bdi>;
  if (kind === 'area') return <textarea {...shared} dir={dir} rows={2} style={{ minInlineSize: '16rem' }} />;
  if (kind === 'tick')
    return (
      <input
        type="checkbox"
        name={name}
        aria-label={label}
        defaultChecked={value === 'on'}
        className="size-5 accent-action-ink"
      />
    );
  if (kind === 'choice')
    return (
      <select {...shared} style={style}>
        {options?.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    );
  if (kind === 'colour') return <ColourField {...shared} />;
  const isNumber = kind === 'sum' || kind === 'number';
  if (column.names) return <NamedField {...shared} names={column.names} dir={dir} list={list} style={style} />;
  return (
    <input
      {...shared}
      {...(isNumber && { className: 'office-field text-end', maxLength: 20 })}
      dir={isNumber ? 'ltr' : dir}
      inputMode={kind === 'sum' ? 'decimal' : kind === 'number' ? 'numeric' : undefined}
      autoComplete="off"
      placeholder={column.placeholder}
      list={list}
      style={style}
    />
  );
}

type NamedProps = Omit<React.ComponentProps<'input'>, 'onChange'> & { names: Readonly<Record<string, string>> };

/** A value as programs call it, with what people do. */
function NamedField({ names, style, ...field }: NamedProps) {
  const id = useId();
  const [value, setValue] = useState(String(field.defaultValue ?? ''));
  return (
    <span className="grid gap-0.5" style={style}>
      <input
        {...field}
        autoComplete="off"
        aria-describedby={id}
        onChange={(event) => setValue(event.currentTarget.value.trim())}
      />
      <span id={id} className="text-xs text-ink-3">
        {Object.hasOwn(names, value) ? names[value] : ''}
      </span>
    </span>
  );
}

/** `#rrggbb`, or two with a slash between; the first can be chosen in the browser's own picker. */
function ColourField({
  defaultValue,
  ...field
}: {
  name: string;
  'aria-label': string;
  defaultValue: string;
  className: string;
}) {
  const [value, setValue] = useState(defaultValue);
  const [first = '', ...others] = value.split('/');
  return (
    <span className="flex items-center gap-1">
      <input
        type="color"
        aria-label={`${field['aria-label']}, בחירה`}
        // The picker has no empty state, and begins with white.
        value={/^#[0-9a-f]{6}$/i.test(first) ? first : `#${'f'.repeat(6)}`}
        onChange={(event) => setValue([event.currentTarget.value, ...others].join('/'))}
        className="size-9 shrink-0 rounded-sm border border-line-strong bg-ground"
      />
      <input
        {...field}
        dir="ltr"
        value={value}
        onChange={(event) => setValue(event.currentTarget.value)}
        autoComplete="off"
        style={{ minInlineSize: '6.5rem' }}
      />
    </span>
  );
}
