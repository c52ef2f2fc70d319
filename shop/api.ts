import type { ErrorReply } from '#contract/common.ts';
import type { CallArguments, CallName, CallReply } from '#contract/index.ts';

/** A refused call: the server's Hebrew message, or that it was unreachable. */
export class ApiError extends Error {
  readonly status: number;
  readonly reply: ErrorReply;
  constructor(status: number, reply: ErrorReply) {
    super(reply.message);
    this.status = status;
    this.reply = reply;
  }
}

type Options = { signal?: AbortSignal; headers?: Record<string, string> };
type Input = {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  headers?: Record<string, string>;
};

export const noConnection = (): ApiError =>
  new ApiError(0, {
    error_code: 'OFFLINE',
    message: 'אין חיבור לשרת. בדקו את החיבור לאינטרנט ונסו שוב',
    request_id: '',
  });

/** Calls the store's API from the browser. @throws ApiError (status 0: no connection), or the signal's AbortError. */
export async function call<N extends CallName>(
  name: N,
  input: CallArguments<N>,
  options: Options = {},
): Promise<CallReply<N>> {
  const [method, path] = name.split(' ') as [string, string];
  const { params = {}, query = {}, body, headers = {} } = input as Input;
  const url = path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(String(params[key])));
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([key, value]) =>
      value === undefined || value === null ? [] : [[key, String(value)]],
    ),
  );
  const response = await fetch(search.size > 0 ? `${url}?${search}` : url, {
    method,
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers, ...options.headers },
    body: body === undefined ? undefined : JSON.stringify(body),
    signal: options.signal,
  }).catch(unanswered);
  // The connection may also break, or the caller give up, while the body is on its way.
  if (response.ok) return response.json().catch(unanswered);
  const reply: ErrorReply | null = await response.json().catch(() => null);
  throw new ApiError(
    response.status,
    reply ?? { error_code: 'INTERNAL', message: 'משהו השתבש. אפשר לנסות שוב', request_id: '' },
  );
}

function unanswered(error: Error): never {
  throw error.name === 'AbortError' ? error : noConnection();
}

/** What to tell the shopper of any failure. */
export const messageOf = (error: unknown): string =>
  error instanceof ApiError ? error.message : 'משהו השתבש. אפשר לנסות שוב';

/** What a form shows of a refused call (`useForm`): errors by the body's fields, or the reason. */
export const refusalOf = (error: unknown): { errors: Record<string, string>; message: string } => ({
  errors:
    error instanceof ApiError
      ? Object.fromEntries((error.reply.fields ?? []).map(({ path, message }) => [path, message]))
      : {},
  message: messageOf(error),
});
