import { Refusal } from '#server/errors.ts';

/** A rule's "not found" becomes the 404 page; anything else goes on as it is. */
export function notFoundOr(error: unknown): never {
  if (error instanceof Refusal && error.status === 404) throw new Response(error.message, { status: 404 });
  throw error;
}
