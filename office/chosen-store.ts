import type { Permission } from '#domain/people/permissions.ts';
import type { OfficeContext } from '#server/context.ts';
import { readShell } from '#server/office/shell.ts';
import { Refusal } from '#server/platform/errors.ts';
import { may } from '#server/staff/grants.ts';
import { preferencesOf } from './preferences.ts';

/**
 * Of a page about one store at a time: the one that the address names, else the one chosen in the head, else the first.
 * `choices`: those that the person may. @throws FORBIDDEN
 */
export async function chosenStore(ctx: OfficeContext, request: Request, permission: Permission) {
  const { stores } = await readShell(ctx);
  const choices = stores.filter(({ uuid }) => ctx.staff && may(ctx.staff, permission, uuid));
  const requestedStore = new URL(request.url).searchParams.get('store') ?? preferencesOf(request).store;
  const store = choices.find(({ uuid }) => uuid === requestedStore) ?? choices[0];
  if (!store) throw new Refusal('FORBIDDEN');
  return { store: store.uuid, choices };
}
