import { useId } from 'react';
import { CheckboxField, SelectField, TextArea, TextField } from '#ui/form/field.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import { DateField } from '../fields/date-field.tsx';
import { type Field, type FieldError, isRecord, isShown, toForm, type Values, type ViewProps } from './fields.ts';
import { FilmField } from './film-field.tsx';
import { ListField } from './list-field.tsx';
import { NamesField } from './names-field.tsx';
import { PictureField } from './picture-field.tsx';
import { SearchField } from './search-field.tsx';

const HtmlField = lazyPart(() => import('./html-field.tsx'), <p className="text-ink-3">העורך נטען…</p>);

type GroupProps = {
  fields: readonly Field[];
  values: Values;
  onChange: (values: Values) => void;
  /** Of the group in the file, as errors name it. */
  path: string;
  errors: FieldError[];
};

export function FieldsView({ fields, values, onChange, path, errors }: GroupProps) {
  return (
    <div className="@container">
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2 @5xl:grid-cols-3">
        {fields
          .filter((field) => isShown(field, values))
          .map((field) => (
            <div key={field.name} className={spanOf(field)}>
              <FieldView
                field={field}
                value={values[field.name]}
                onChange={(value) => onChange({ ...values, [field.name]: value })}
                path={path ? `${path}.${field.name}` : field.name}
                errors={errors}
              />
            </div>
          ))}
      </div>
    </div>
  );
}

const WHOLE_ROW: Field['kind'][] = ['list', 'group', 'names', 'flag', 'picture', 'film'];

/** Running text is no wider than two of three columns: its lines would be too long to read. */
function spanOf({ kind, wide }: Field): string {
  if (WHOLE_ROW.includes(kind) && wide !== false) return 'min-w-0 sm:col-span-2 @5xl:col-span-3';
  return (wide ?? ['long', 'html'].includes(kind)) ? 'min-w-0 sm:col-span-2' : 'min-w-0';
}

function FieldView({ field, value, onChange, path, errors }: ViewProps) {
  const error = errors.find((one) => one.path === path)?.message;
  const { label, hint, required } = field;
  const common = { label, ...(hint && { hint }), ...(required && { required }), ...(error && { error }) };
  const text = typeof value === 'string' ? value : '';
  switch (field.kind) {
    case 'group':
      return <GroupField {...{ field, value, onChange, path, errors }} />;
    case 'list':
      return (
        <ListField
          {...{ field, value, onChange, path, errors }}
          fieldsOf={(row, at, change) => (
            <FieldsView fields={field.fields} values={row} onChange={change} path={`${path}.${at}`} errors={errors} />
          )}
        />
      );
    case 'names':
      return <NamesField {...{ field, value, onChange, path, errors }} />;
    case 'search':
      return <SearchField {...common} wanted={field.wanted} value={text} onChange={onChange} />;
    case 'picture':
      return <PictureField {...common} onDark={field.onDark ?? false} value={text} onChange={onChange} />;
    case 'film':
      return <FilmField {...common} sentTo={field.sentTo} value={text} onChange={onChange} />;
    case 'html':
      return <HtmlField {...common} value={text} onChange={onChange} />;
    case 'flag':
      return (
        <CheckboxField
          label={label}
          checked={value === true}
          onChange={(event) => onChange(event.target.checked)}
          {...(error && { error })}
        />
      );
    case 'long':
      return <TextArea {...common} rows={3} value={text} onChange={(event) => onChange(event.target.value)} />;
    case 'choice':
      return (
        <SelectField {...common} value={text} onChange={(event) => onChange(event.target.value)}>
          {!required && <option value="">{field.none ?? '–'}</option>}
          {required && text === '' && <option value="">בחרו</option>}
          {field.options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </SelectField>
      );
    case 'color':
      return <ColourField {...common} value={text} onChange={onChange} />;
    case 'number':
    case 'percent':
    case 'sum':
      return (
        <TextField
          {...common}
          label={label + { number: '', percent: ' (%)', sum: ' (₪)' }[field.kind]}
          inputMode="decimal"
          autoComplete="off"
          maxLength={20}
          value={text}
          onChange={(event) => onChange(event.target.value)}
        />
      );
    case 'numbers':
      return (
        <TextField
          {...common}
          inputMode="decimal"
          autoComplete="off"
          maxLength={200}
          dir="ltr"
          {...(errors.find((one) => one.path.startsWith(`${path}.`)) && { error: 'מספרים עולים, עם רווח ביניהם' })}
          value={text}
          onChange={(event) => onChange(event.target.value)}
        />
      );
    case 'day':
    case 'moment':
    case 'israel-moment':
      return <DateField {...common} withTime={field.kind !== 'day'} value={text} onChange={onChange} />;
    default:
      return (
        <TextField
          {...common}
          {...(field.ltr && { dir: 'ltr' })}
          value={text}
          onChange={(event) => onChange(event.target.value)}
        />
      );
  }
}

function GroupField({ field, value, onChange, path, errors }: ViewProps<Extract<Field, { kind: 'group' }>>) {
  const id = useId();
  const values = isRecord(value) ? value : null;
  return (
    <section aria-labelledby={id} className="grid gap-3 border-s-2 border-line ps-4">
      <h3 id={id} className="text-base font-semibold">
        {field.label}
      </h3>
      {field.hint && <p className="text-sm text-ink-3">{field.hint}</p>}
      {field.optional && (
        <CheckboxField
          label={field.ask ?? `להציג: ${field.label}`}
          checked={values !== null}
          onChange={(event) => onChange(event.target.checked ? toForm(field.fields, {}) : null)}
        />
      )}
      {values && <FieldsView fields={field.fields} values={values} onChange={onChange} path={path} errors={errors} />}
    </section>
  );
}

type ColourProps = { label: string; hint?: string; error?: string; value: string; onChange: (value: string) => void };

function ColourField({ value, onChange, ...common }: ColourProps) {
  const id = useId();
  return (
    <div className="flex items-start gap-2">
      <TextField
        {...common}
        id={id}
        required
        dir="ltr"
        maxLength={7}
        className="grow"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      <input
        type="color"
        aria-label={`בחירת צבע: ${common.label}`}
        className="mt-7 h-12 w-14 shrink-0 cursor-pointer rounded-md border border-line-strong bg-ground p-1"
        // lint-allow raw-colour: what a browser shows of a colour that is not one yet
        value={/^#[\da-f]{6}$/i.test(value) ? value : '#000000'}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}
