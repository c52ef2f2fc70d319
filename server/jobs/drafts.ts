import type { FastifyBaseLogger } from 'fastify';
import { drafts } from '#db/schema/index.ts';
import { and, asc, eq, isNotNull, lte } from '#db/sql.ts';
import type { Deps, OfficeContext } from '../context.ts';
import { publishScheduled, takeBack } from '../office/drafts/publish.ts';
import { officeUrl } from '../platform/site-url.ts';

/** Of one turn. */
const BATCH = 100;

/**
 * Publishes scheduled drafts whose moment has come and takes back those whose end has, the oldest first; also after the
 * process was down. One that fails by a fault is tried again at the next turn, unless people were told of it, and holds
 * up none of the others.
 */
export async function carryOutDrafts(deps: Deps, log: FastifyBaseLogger): Promise<void> {
  const { db, env, now } = deps;
  const origin = officeUrl(env);
  const ctx: OfficeContext = {
    ...deps,
    reader: db,
    requestId: 'drafts',
    origin,
    ipAddress: '',
    userAgent: '',
    device: '',
    log,
    staff: null,
    source: 'drafts',
  };
  const turns: [typeof publishScheduled, Promise<{ uuid: string }[]>][] = [
    [
      takeBack,
      db
        .select({ uuid: drafts.uuid })
        .from(drafts)
        .where(
          and(eq(drafts.state, 'published'), isNotNull(drafts.endAt), lte(drafts.endAt, now()), eq(drafts.problem, '')),
        )
        .orderBy(asc(drafts.endAt))
        .limit(BATCH),
    ],
    [
      publishScheduled,
      db
        .select({ uuid: drafts.uuid })
        .from(drafts)
        .where(and(eq(drafts.state, 'scheduled'), lte(drafts.publishAt, now())))
        .orderBy(asc(drafts.publishAt), asc(drafts.createdAt))
        .limit(BATCH),
    ],
  ];
  for (const [carryOut, due] of turns)
    for (const { uuid } of await due)
      await carryOut(ctx, uuid).catch((err) => log.error({ err, draft: uuid }, 'draft failed'));
}
