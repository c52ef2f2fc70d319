import { type FocusEvent, type FormEvent, type MouseEvent, useId, useRef, useState } from 'react';
import type { input, output, ZodType } from 'zod';
import { type FormErrors, type FormReply, type FormValues, parseForm } from '#domain/forms/parse-form.ts';
import { fetchAhead } from '../hooks/load-chunk.ts';
import { NO_ANSWER } from '../lost-submission.ts';
import { useStopSecond } from './use-stop-second.ts';

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
/** A field of the schema; inside objects and rows `address.city`, `lines[0].quantity`. */
export type FieldName<Schema extends ZodType> =
  | (keyof input<Schema> & string)
  | `${keyof input<Schema> & string}${'.' | '['}${string}`;

type Options<Schema extends ZodType> = {
  /** The server's answer where it didn't take the form: one object until the next answer. */
  reply?: FormReply | undefined;
  /** What the fields hold at first, as text (`'on'`: a ticked box). */
  values?: FormValues;
  /** Being sent: the state of the fetcher or the navigation. */
  busy?: boolean;
  /**
   * Takes the checked data instead of the page's action, for what is sent by a call. What it returns is shown as the
   * server's answer.
   */
  onValid?: (data: output<Schema>) => Promise<Omit<FormReply, 'values'> | undefined>;
  /** Every field keeps a line free for its error, so that nothing moves. */
  reserve?: boolean;
};

export type Form<Schema extends ZodType = ZodType> = ReturnType<typeof useForm<Schema>>;

/**
 * A form checked by a schema of the contract, in the browser by the same rules as on the server (`parseForm`). A field
 * is checked when it is left filled in, and with each change once it is wrong; all are checked when the form is sent.
 * Before scripts run, the form goes to the page's action, whose answer comes back as `reply`.
 *
 * `schema` may be a function that loads it: Zod is heavy for a shop's page, so there it comes when the form is touched.
 * Until it has come, the server alone checks; `onValid` waits for it.
 */
export function useForm<Schema extends ZodType>(
  schema: Schema | (() => Promise<Schema>),
  { reply, values = {}, busy = false, onValid, reserve }: Options<Schema> = {},
) {
  const id = useId();
  const loadedSchema = useRef<Schema>(undefined);
  if (typeof schema !== 'function') loadedSchema.current = schema;
  const loading = useRef<Promise<void>>(undefined);
  const running = useRef(false);
  const [pending, setPending] = useState(false);
  const [shown, setShown] = useState<State>(() => stateOf(reply));
  const [seenReply, setSeenReply] = useState(reply);
  if (reply !== seenReply) {
    setSeenReply(reply);
    setShown(refusedBy(reply));
  }
  const { errors } = shown;
  const typedValues = seenReply?.values ?? values;
  const isBusy = busy || pending;
  const stopSecond = useStopSecond(busy, reply);

  const parse = (form: HTMLFormElement) => loadedSchema.current && parseForm(loadedSchema.current, new FormData(form));

  /** Fails silently: the server checks as well. */
  function load(): Promise<void> {
    if (typeof schema !== 'function' || loadedSchema.current) return Promise.resolve();
    loading.current ??= fetchAhead(async () => {
      loadedSchema.current = await schema();
    }).then((isLoaded) => {
      if (!isLoaded) loading.current = undefined;
    });
    return loading.current;
  }

  /** Shows or clears the error of one field, by what the form holds now. */
  function recheck(form: HTMLFormElement | null, name: string): void {
    const parsed = form && parse(form);
    if (parsed) setShown((before) => ({ ...before, errors: { ...before.errors, [name]: parsed.errors?.[name] } }));
  }

  function onSubmit(event: FormEvent<HTMLFormElement>): void {
    const form = event.currentTarget;
    const isRefused = isBusy || running.current || !check(form);
    if (isRefused || onValid) event.preventDefault();
    if (isRefused) return;
    if (!onValid) {
      if (navigator.onLine) {
        stopSecond(event);
        return;
      }
      // Said at once, and in the form (`keepLostForms` reports what the browser doesn't know).
      event.preventDefault();
      setShown(refusedBy({ errors: {}, message: NO_ANSWER }));
      return;
    }
    if (loadedSchema.current) void send(form, onValid);
    else void load().then(() => (check(form) ? send(form, onValid) : undefined));
  }

  /** Shows what is wrong. @returns whether nothing is, as far as is known */
  function check(form: HTMLFormElement): boolean {
    const parsed = parse(form);
    if (parsed?.errors) setShown(refusedBy(parsed));
    else setShown((before) => ({ ...before, errors: {}, message: undefined }));
    return !parsed?.errors;
  }

  async function send(form: HTMLFormElement, take: NonNullable<typeof onValid>): Promise<void> {
    const parsed = parse(form);
    if (!parsed) return setShown(refusedBy({ errors: {}, message: NO_ANSWER }));
    if (parsed.errors || running.current) return;
    running.current = true;
    setPending(true);
    try {
      const refusal = await take(parsed.data);
      if (refusal) setShown(refusedBy(refusal));
    } finally {
      running.current = false;
      setPending(false);
    }
  }

  const field = <Name extends FieldName<Schema>>(name: Name) => ({
    id: `${id}${name}`,
    name,
    error: errors[name],
    ...(reserve && { reserve }),
  });
  const first = (name: string): string | undefined => {
    const value = typedValues[name];
    return Array.isArray(value) ? value[0] : value;
  };

  return {
    id,
    errors,
    /** Submissions that were refused. */
    sent: shown.sent,
    /** Where no field is to blame. */
    message: shown.message,
    busy: isBusy,
    recheck,
    /** Forgets what was wrong, for a form that is opened anew. */
    clear: () => setShown(stateOf(undefined)),
    /** Of the `<form>`, `<Form>` or `<fetcher.Form>`. */
    props: {
      id,
      method: 'post' as const,
      noValidate: true,
      onSubmit,
      onFocus: () => void load(),
      onBlur: ({ target }: FocusEvent<HTMLFormElement>) => {
        // The rules may still be on their way; a field left empty says nothing yet.
        if (isControl(target)) void load().then(() => target.value !== '' && recheck(target.form, target.name));
      },
      onInput: ({ target }: FormEvent<HTMLFormElement>) => {
        if (isControl(target) && errors[target.name]) recheck(target.form, target.name);
      },
    },
    /** Of the button that sends it, wherever on the page it stands. */
    button: { type: 'submit' as const, form: id, busy: isBusy, onMouseDown: keepFocus },
    /** Of a text, number, choice or text area. */
    field: (name: FieldName<Schema>) => ({ ...field(name), defaultValue: first(name) }),
    /** Of a field whose value the page holds itself. */
    controlled: field,
    /** Of a box to tick; with a `value` of its own one of several of the same name. */
    checkbox: (name: FieldName<Schema>, value = 'on') => ({
      ...field(name),
      value,
      defaultChecked: [typedValues[name]].flat().includes(value),
    }),
    /** Of an `<input type="hidden">`. */
    hidden: (name: FieldName<Schema>, value: string) => ({
      type: 'hidden' as const,
      name,
      value: first(name) || value,
    }),
  };
}

type State = { errors: FormErrors; message: string | undefined; sent: number };

const stateOf = (reply: Omit<FormReply, 'values'> | undefined): State => ({
  errors: reply?.errors ?? {},
  message: Object.keys(reply?.errors ?? {}).length === 0 ? reply?.message : undefined,
  sent: reply ? 1 : 0,
});

const refusedBy =
  (reply: { errors: FormErrors; message?: string } | undefined) =>
  ({ sent }: State): State => ({ ...stateOf(reply), sent: reply ? sent + 1 : 0 });

const isControl = (target: EventTarget): target is Control =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;

/**
 * A pressed button leaves the focus in the field: leaving it would check the field, the error would move the button,
 * and the press would miss it.
 */
const keepFocus = (event: MouseEvent): void => event.preventDefault();
