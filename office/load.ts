import { type ActionFunctionArgs, data, type RouterContextProvider, redirect } from 'react-router';
import { pageAddress } from '#domain/text/return-path.ts';
import type { OfficeContext } from '#server/context.ts';
import { addStep } from '#server/office/drafts/change-draft.ts';
import { Refusal, refusalOfBusy, refuse } from '#server/platform/errors.ts';
import { messageOf, type OfficeCall, WaitsForApproval } from '#server/staff/office-call.ts';
import { Repeated } from '#server/staff/repeats.ts';
import { officeContextOf } from './context.ts';
import { readForm, readWhen } from './read-form.ts';

type LoaderArgs = { request: Request; context: Readonly<RouterContextProvider> };

/**
 * A page's loader: `work` gets the context and calls the office's calls. A refusal becomes the page of its status; who
 * isn't signed in is sent to the sign-in page, and back afterwards.
 */
export function load<A extends LoaderArgs, T>(work: (ctx: OfficeContext, args: A) => Promise<T>) {
  return async (args: A): Promise<T> => {
    try {
      return await work(officeContextOf(args.context), args);
    } catch (error) {
      throw refusalPage(error, args.request);
    }
  };
}

/** The loader of a search beside a form (`useFound`). */
export const loadFound = <T>(find: (ctx: OfficeContext, query: never) => Promise<T[]>) =>
  load(async (ctx, { request }: LoaderArgs) => Response.json({ found: await find(ctx, queryOf(request) as never) }));

function refusalPage(error: unknown, request: Request): unknown {
  if (!(error instanceof Refusal)) return error;
  if (error.code === 'UNAUTHORIZED') return signInFirst(request);
  return data({ code: error.code, message: error.message }, { status: error.status });
}

function signInFirst(request: Request): Response {
  const back = request.method === 'GET' ? pageAddress(request) : '/';
  return redirect(back === '/' ? '/sign-in' : `/sign-in?${new URLSearchParams({ back })}`);
}

/** The reply of a page's action: shown as a toast, or beside the fields. */
export type ActionReply = {
  /** The call that answered, so that each form shows its own errors. */
  call: string;
  ok: boolean;
  message?: string;
  /** Of a refusal: `UNAUTHORIZED` and `PROVE_AGAIN` open a dialog over the form. */
  code?: string;
  errors?: { path: string; message: string }[];
  details?: unknown;
  /** What the call returned. */
  result?: unknown;
  /** Nothing is changed yet: it is a step of a draft, or waits for a second person. */
  isPutOff?: boolean;
};

type Calls = Record<string, OfficeCall>;
type Options = {
  /** What is said when a call succeeded, by its key in `calls`; a call that returns a `message` says it itself. */
  says?: Record<string, string>;
  /** Where the page goes when a call was carried out, by the same keys; of a repeated form the result is unknown. */
  leadsTo?: Record<string, (result: never) => string | undefined>;
};

/**
 * A page's action. Its forms name one of `calls` in the field `_call`; the other fields are the call's input, with the
 * route's parameters. Without scripts the page is rendered anew with the reply.
 */
export function act(calls: Calls, { says = {}, leadsTo = {} }: Options = {}) {
  return async (args: ActionFunctionArgs) => {
    const reply = await answer(calls, says, args);
    const path = 'ok' in reply && reply.ok && !reply.isPutOff && leadsTo[reply.call]?.(reply.result as never);
    if (path) throw redirect(path);
    return reply;
  };
}

/** The same for a page's script, which sends what is no form: pieces of a file. */
export function actByScript(calls: Calls) {
  const action = act(calls);
  return async (args: ActionFunctionArgs): Promise<Response> => {
    const reply = await action(args);
    const [body, status] = 'ok' in reply ? [reply, 200] : [reply.data, reply.init?.status ?? 400];
    return Response.json(body, { status });
  };
}

async function answer(calls: Calls, says: Record<string, string>, { request, params, context }: ActionFunctionArgs) {
  const form = await request.formData();
  const { call: name, key, input } = readForm(form);
  const when = readWhen(form);
  const call = calls[name];
  if (!call) throw data({ message: 'הפעולה אינה מוכרת' }, { status: 400 });
  const success = says[name] || 'נשמר';
  const office = officeContextOf(context);
  try {
    const fields = { ...input, ...params };
    const result = when
      ? await addStep(office, { ...when, call: call.options.name, input: fields }, key)
      : await call(office, fields, key);
    const message = messageOf(result) || success;
    return { call: name, ok: true, message, result, isPutOff: when !== null } satisfies ActionReply;
  } catch (thrown) {
    const error = busyAsRefusal(office, thrown);
    // What a repeated form has done before is shown by the page: its result may be a secret, which is shown once.
    if (error instanceof WaitsForApproval || error instanceof Repeated) {
      const isPutOff = error instanceof WaitsForApproval;
      return { call: name, ok: true, message: error.message || success, isPutOff } satisfies ActionReply;
    }
    if (!(error instanceof Refusal)) throw error;
    // Without scripts; with them the page stays as it is, and the shell asks for the sign-in over it.
    if (error.code === 'UNAUTHORIZED' && !isByScript(request)) throw signInFirst(request);
    const { code, message, status, extra } = error;
    const errors = extra.fields ?? [];
    // The general refusal says nothing beside the messages of the fields.
    const isGeneral = errors.length > 0 && message === refuse('BAD_REQUEST').message;
    const text = isGeneral ? 'יש מה לתקן לפני השמירה' : message;
    const reply = { call: name, ok: false, code, message: text, errors, details: extra.details };
    return data(reply satisfies ActionReply, { status });
  }
}

function busyAsRefusal(office: OfficeContext, error: unknown): unknown {
  const busy = refusalOfBusy(error);
  if (busy) office.log.error({ err: error }, 'database unavailable');
  return busy ?? error;
}

/** React Router's own requests ask for data. */
const isByScript = ({ url }: Request): boolean => new URL(url).pathname.endsWith('.data');

/** The query of a list's address as the input of its call: empty fields are left out, repeated ones are lists. */
export function queryOf(request: Request): Record<string, string | string[]> {
  const { searchParams } = new URL(request.url);
  const names = [...new Set(searchParams.keys())].filter((name) => name !== '_routes');
  return Object.fromEntries(
    names
      .map((name) => [name, searchParams.getAll(name).filter(Boolean)] as const)
      .filter(([, values]) => values.length > 0)
      .map(([name, values]) => [name, values.length === 1 ? (values[0] as string) : values]),
  );
}
