import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { poolOf } from '#db/client.ts';
import { noteOperation } from '../../platform/note-operation.ts';
import { checkInstallation } from '../../readiness/doctor.ts';
import { officeCall } from '../../staff/office-call.ts';

const CODE = fileURLToPath(new URL('../../..', import.meta.url));

/** What this process is; the checks themselves are made at a press. */
export const readHealth = officeCall(
  { name: 'health.read', permission: 'jobs.read', companyWide: true, input: z.object({}), kind: 'read' },
  async ({ env }) => ({ isLive: env.MODE === 'live', doesJobs: env.JOBS === 'on' }),
);

/**
 * What `store doctor` checks, of the process that answers. A press and no page load: it asks SMS, mail and payment
 * providers, and writes one row, by which the database shows that it takes any.
 */
export const checkHealth = officeCall(
  { name: 'health.check', permission: 'jobs.read', companyWide: true, input: z.object({}), kind: 'write' },
  async (ctx) => ({
    findings: await checkInstallation({
      ...ctx,
      pool: poolOf(ctx.db),
      dataDir: resolve(CODE, ctx.env.DATA_DIR),
      code: CODE,
      writeRow: () => noteOperation(ctx.db, {}),
    }),
    at: ctx.now(),
    message: 'הבדיקה הסתיימה',
  }),
);
