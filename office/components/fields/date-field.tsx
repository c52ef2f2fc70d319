import { parseDate, parseDateTime } from '@internationalized/date';
import { CalendarDays, ChevronLeft, ChevronRight, CircleAlert, X } from 'lucide-react';
import { type ReactNode, useContext, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import {
  Button,
  Calendar,
  CalendarCell,
  CalendarGrid,
  DateInput,
  DatePicker,
  DatePickerStateContext,
  DateSegment,
  Dialog,
  FieldError,
  Group,
  Heading,
  Label,
  Popover,
  Text,
} from 'react-aria-components';
import { classNames } from '#ui/hooks/class-names.ts';

type Props = {
  label: string;
  name?: string;
  /** As browsers' own fields have it: `2026-11-24`, with an hour `2026-11-24T14:30`; the form is sent the same. */
  value?: string;
  defaultValue?: string;
  onChange?: (value: string) => void;
  /** Of a day and an hour. */
  withTime?: boolean;
  required?: boolean;
  hint?: ReactNode;
  error?: string;
  className?: string;
  /** As in a row of filters: small, without room for a hint. */
  small?: boolean;
};

/**
 * A day, or a day and an hour, in Hebrew whatever the browser's language: typed, or chosen from a calendar that begins
 * on Sunday.
 */
export function DateField(props: Props) {
  const native = useRef<HTMLInputElement>(null);
  // Until the page's scripts run, it is the browser's own field, and whatever was typed there is kept.
  const isAlive = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  const [typed, setTyped] = useState<string | null>(isAlive ? (props.defaultValue ?? '') : null);
  useEffect(() => setTyped((known) => known ?? native.current?.value ?? ''), []);
  if (typed === null) return <NativeField {...props} field={native} />;
  return <Picker {...props} defaultValue={typed} />;
}

const never = () => () => {};

const box = (small: boolean | undefined, error: string | undefined) =>
  classNames(
    'flex w-full flex-wrap items-center border bg-ground ps-3 text-ink',
    small ? 'min-h-10 rounded-sm' : 'min-h-12 rounded-md',
    error ? 'border-danger' : 'border-line-strong',
  );

const labelOf = (small: boolean | undefined) => (small ? 'text-xs text-ink-3' : 'text-sm font-medium text-ink-2');

const Optional = ({ required, small }: Pick<Props, 'required' | 'small'>) =>
  !required && !small && <span className="font-normal text-ink-3"> (לא חובה)</span>;

function NativeField({
  field,
  label,
  name,
  value,
  defaultValue,
  withTime,
  required,
  small,
  className,
}: Props & { field: React.Ref<HTMLInputElement> }) {
  return (
    <label className={classNames('grid content-start', small ? 'gap-1' : 'gap-1.5', className)}>
      <span className={labelOf(small)}>
        {label}
        <Optional required={required} small={small} />
      </span>
      <input
        ref={field}
        type={withTime ? 'datetime-local' : 'date'}
        name={name}
        defaultValue={value ?? defaultValue}
        required={required}
        className={box(small, undefined)}
      />
    </label>
  );
}

/** What an address or a draft of the browser holds may be anything: then there is no date. */
function readDate(value: string | undefined, withTime: boolean | undefined) {
  try {
    return withTime ? parseDateTime(value ?? '') : parseDate(value ?? '');
  } catch {
    return null;
  }
}

function Picker({
  label,
  name,
  value,
  defaultValue,
  onChange,
  withTime,
  required,
  hint,
  error,
  className,
  small,
}: Props) {
  const [frame, setFrame] = useState<HTMLElement | null>(null);
  const [round, setRound] = useState(0);
  const valueProps =
    value === undefined ? { defaultValue: readDate(defaultValue, withTime) } : { value: readDate(value, withTime) };
  return (
    <DatePicker
      {...valueProps}
      {...(name && { name })}
      ref={setFrame}
      onChange={(next) => onChange?.(next ? next.toString().slice(0, withTime ? 16 : 10) : '')}
      // A part that was deleted and not typed again changes no date: the field shows again what the form would be sent.
      onBlur={() => frame?.querySelector('[data-placeholder]') && setRound(round + 1)}
      granularity={withTime ? 'minute' : 'day'}
      hourCycle={24}
      shouldForceLeadingZeros
      firstDayOfWeek="sun"
      isRequired={required ?? false}
      isInvalid={error !== undefined}
      className={classNames('grid grid-cols-1 content-start', small ? 'gap-1' : 'gap-1.5', className)}
    >
      <Label className={labelOf(small)}>
        {label}
        <Optional required={required} small={small} />
      </Label>
      <Group className={classNames(box(small, error), 'date-box')}>
        <DateInput key={round} className="flex min-w-0 grow flex-wrap items-center py-1 tabular-nums">
          {(segment) => <DateSegment segment={segment} className="date-segment" />}
        </DateInput>
        {!required && <Clear />}
        <Button className="date-button" aria-label="לוח שנה">
          <CalendarDays aria-hidden className="size-4.5" />
        </Button>
      </Group>
      {hint && (
        <Text slot="description" className="text-xs text-ink-3">
          {hint}
        </Text>
      )}
      <FieldError className="flex items-start gap-1.5 text-sm text-danger">
        {({ validationErrors }) => (
          <>
            <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
            {error ?? validationErrors.join(' ')}
          </>
        )}
      </FieldError>
      <MonthPopover frame={frame} />
    </DatePicker>
  );
}

function Clear() {
  const state = useContext(DatePickerStateContext);
  if (!state?.value) return null;
  return (
    <Button slot={null} className="date-button" aria-label="ניקוי התאריך" onPress={() => state.setValue(null)}>
      <X aria-hidden className="size-4" />
    </Button>
  );
}

/**
 * Within an open modal dialog of the browser nothing outside of it can be pressed: there the calendar is part of it.
 */
function MonthPopover({ frame }: { frame: HTMLElement | null }) {
  const around = frame?.closest('dialog');
  return (
    <Popover
      {...(around && { UNSTABLE_portalContainer: around })}
      className="date-popover z-50 rounded-md border border-line bg-ground p-3 text-ink shadow-floating"
    >
      <Dialog className="outline-none">
        <Calendar>
          <header className="mb-2 flex items-center justify-between gap-2">
            <Button slot="previous" className="date-button" aria-label="החודש הקודם">
              <ChevronRight aria-hidden className="size-5" />
            </Button>
            <Heading className="text-base font-semibold" />
            <Button slot="next" className="date-button" aria-label="החודש הבא">
              <ChevronLeft aria-hidden className="size-5" />
            </Button>
          </header>
          <CalendarGrid className="date-grid" weekdayStyle="short">
            {(date) => <CalendarCell date={date} className="date-cell" />}
          </CalendarGrid>
        </Calendar>
      </Dialog>
    </Popover>
  );
}
