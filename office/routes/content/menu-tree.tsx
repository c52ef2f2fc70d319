import { useContext, useState } from 'react';
import { storedLinkPath } from '#domain/text/links.ts';
import { FieldsView } from '../../components/structure/field-view.tsx';
import { type Field, type FieldError, toFile, toForm, type Values } from '../../components/structure/fields.ts';
import { HiddenLinks, LINK_IS_HIDDEN } from '../../components/structure/hidden-links.ts';
import { Tree } from '../../components/tree/tree.tsx';
import { type MenuRow, newId, pathOfRow } from './menu-rows.ts';

const kinds = [
  { value: 'COLLECTION', label: 'קטגוריה' },
  { value: 'PRODUCT', label: 'מוצר' },
  { value: 'CONTENT_PAGE', label: 'דף תוכן' },
  { value: 'INTERNAL_LINK', label: 'דף אחר באתר' },
  { value: 'OUTER_LINK', label: 'אתר אחר' },
];
const is = (...types: string[]) => ({
  when: ({ entity_type }: Record<string, unknown>) => types.includes(String(entity_type)),
});

const fields: Field[] = [
  { kind: 'text', name: 'name', label: 'שם', required: true },
  { kind: 'choice', name: 'entity_type', label: 'לאן', required: true, options: kinds },
  { kind: 'search', wanted: 'collection', name: 'slug', label: 'הקטגוריה', required: true, ...is('COLLECTION') },
  { kind: 'search', wanted: 'product', name: 'slug', label: 'המוצר', required: true, ...is('PRODUCT') },
  { kind: 'search', wanted: 'page', name: 'slug', label: 'הדף', required: true, ...is('CONTENT_PAGE') },
  {
    kind: 'text',
    name: 'custom_path',
    label: 'כתובת',
    required: true,
    keepsEmpty: true,
    ltr: true,
    hint: 'באתר: contact או blog. באתר אחר: ‎https://…',
    ...is('INTERNAL_LINK', 'OUTER_LINK'),
  },
];
const area: Field = {
  kind: 'choice',
  name: 'area',
  label: 'טור',
  required: true,
  options: ['1', '2', '3'].map((value) => ({ value, label: value })),
};

type Props = {
  label: string;
  rows: MenuRow[];
  onChange: (rows: MenuRow[]) => void;
  errors: FieldError[];
  disabled: boolean;
  /** Links stand in columns. */
  hasAreas: boolean;
};

/** A menu of three levels. A link's name opens its fields. */
export function MenuTree({ label, rows, onChange, errors, disabled, hasAreas }: Props) {
  const [open, setOpen] = useState<number | null>(null);
  const hidden = useContext(HiddenLinks);
  const newLink = (): MenuRow => {
    const id = newId();
    setOpen(id);
    return { id, level: 0, name: '', entity_type: 'COLLECTION', area_number: 1 };
  };
  return (
    <Tree
      label={label}
      rows={rows}
      onChange={onChange}
      disabled={disabled}
      hint="הזזה: בכפתורים, בגרירה, או על שם הקישור ב־Alt עם חץ: למעלה, למטה, שמאלה לתוך הקודם, ימינה החוצה."
      adding={{ label: 'קישור חדש', make: newLink }}
      name={(row, { children, ...name }) => (
        <button
          type="button"
          {...name}
          aria-expanded={open === row.id}
          className="flex min-h-11 min-w-32 grow cursor-grab flex-wrap items-center gap-x-2 px-2 text-start"
          onClick={() => setOpen(open === row.id ? null : row.id)}
        >
          {children}
          <span className="truncate text-sm text-ink-3">
            {kinds.find(({ value }) => value === row.entity_type)?.label}
          </span>
          {hidden.includes(storedLinkPath(row)) && <span className="text-sm text-warning">{LINK_IS_HIDDEN}</span>}
        </button>
      )}
      below={(row, at) => (
        <LinkFields
          row={row}
          isOpen={open === row.id}
          fields={hasAreas && row.level === 0 ? [...fields, area] : fields}
          errors={errors.filter(({ path }) => errorRow(path) === pathOfRow(rows, at))}
          onChange={(changed) => onChange(rows.map((one) => (one.id === row.id ? changed : one)))}
        />
      )}
    />
  );
}

type LinkProps = {
  row: MenuRow;
  isOpen: boolean;
  fields: Field[];
  errors: FieldError[];
  onChange: (row: MenuRow) => void;
};

function LinkFields({ row, isOpen, fields: shown, errors, onChange }: LinkProps) {
  const change = (values: Values) => {
    const { area: column, ...changed } = toFile(fields, values);
    const next = { ...(changed as unknown as MenuRow), area_number: Number(column) };
    onChange(targetOf({ ...next, name: next.name ?? '' }));
  };
  return (
    <>
      {isOpen && (
        <div className="border-t border-line p-4">
          <FieldsView
            fields={shown}
            values={toForm(fields, { ...row, area: String(row.area_number) })}
            path=""
            errors={errors.map(({ path, message }) => ({ path: path.split('.').at(-1) ?? '', message }))}
            onChange={change}
          />
        </div>
      )}
      {errors.length > 0 && (
        <p data-wrong className="border-t border-line px-3 py-1 text-sm text-danger">
          {errors.map(({ message }) => message).join(' · ')}
        </p>
      )}
    </>
  );
}

/** A link names what it leads to in one of two ways. */
const targetOf = ({ slug, custom_path, ...row }: MenuRow): MenuRow =>
  row.entity_type.endsWith('_LINK') ? { ...row, custom_path } : { ...row, slug };

/** `TOP_MENU.0.children.1.slug` is of the line `0.children.1`. */
const errorRow = (path: string): string => /^\w+\.((?:\d+|children)(?:\.(?:\d+|children))*)/.exec(path)?.[1] ?? '';
