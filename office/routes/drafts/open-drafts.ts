import { openDrafts } from '#server/office/drafts/list-drafts.ts';
import { load } from '../../load.ts';

/** Drafts that a form's change may be put into. */
export const loader = load(async (ctx) => Response.json(await openDrafts(ctx, {})));
