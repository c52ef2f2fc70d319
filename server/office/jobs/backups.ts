import { z } from 'zod';
import { auditLog } from '#db/schema/index.ts';
import { and, desc, eq, gt, sql } from '#db/sql.ts';
import { officeCall } from '../../staff/office-call.ts';

/** Older ones say nothing about whether backups are made. */
const LOOKED_BACK_DAYS = 92;
const READ = 200;
const SHOWN = 14;

/** What `store backup` notes of itself. Versions of before noted the folder alone. */
const details = z.object({
  path: z.string(),
  rows: z.number().optional(),
  media: z.number().optional(),
  /** Of the media. */
  bytes: z.number().optional(),
  /** Media that rows name and that were not to be had. */
  missing: z.number().optional(),
  /** The last backup of that folder that was restored and compared, known when the next one is made. */
  tried: z.object({ backup: z.string(), at: z.string() }).nullish(),
});

/** Backups as the commands recorded them: this process sees no folder of them. */
export const readBackups = officeCall(
  { name: 'backups.read', permission: 'jobs.read', companyWide: true, input: z.object({}), kind: 'read' },
  async ({ db, env, now }) => {
    const since = sql`${now().toISOString()}::timestamptz - make_interval(days => ${LOOKED_BACK_DAYS}::int)`;
    const selectNewest = (command: string, most: number) =>
      db
        .select({ uuid: auditLog.uuid, by: auditLog.actor, details: auditLog.details, at: auditLog.createdAt })
        .from(auditLog)
        .where(and(eq(auditLog.command, command), gt(auditLog.createdAt, since)))
        .orderBy(desc(auditLog.createdAt))
        .limit(most);
    const [backups, restored] = await Promise.all([selectNewest('backup', READ), selectNewest('restore', 1)]);
    const readableBackups = backups.flatMap(({ details: noted, by, ...row }) => {
      const read = details.safeParse(noted);
      return read.success ? [{ ...row, by: by.replace(/^operator:| \(system user\)$/g, ''), ...read.data }] : [];
    });
    return {
      backups: readableBackups.slice(0, SHOWN).map(({ tried: _, ...backup }) => backup),
      // Of all that are known: a backup that was tried is itself removed in time.
      triedAt:
        readableBackups
          .flatMap(({ tried }) => tried?.at ?? [])
          .sort()
          .at(-1) ?? null,
      /** This database itself was filled from a backup. */
      restoredAt: restored[0]?.at ?? null,
      isLive: env.MODE === 'live',
      now: now(),
    };
  },
);
