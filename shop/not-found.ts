import type { Refusal } from '#server/platform/errors.ts';

const isRefusal = (error: unknown): error is Refusal => error instanceof Error && 'code' in error && 'status' in error;

/** Turns a rule's "not found" into the 404 page; rethrows anything else. */
export function notFoundOr(error: unknown): never {
  if (isRefusal(error) && error.status === 404) throw new Response(error.message, { status: 404 });
  throw error;
}
