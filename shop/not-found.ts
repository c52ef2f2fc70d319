import type { Refusal } from '#server/platform/errors.ts';

const isRefusal = (error: unknown): error is Refusal => error instanceof Error && 'code' in error && 'status' in error;

/** A rule's "not found" becomes the 404 page; anything else goes on as it is. */
export function notFoundOr(error: unknown): never {
  if (isRefusal(error) && error.status === 404) throw new Response(error.message, { status: 404 });
  throw error;
}
