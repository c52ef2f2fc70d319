import type { FastifyBaseLogger } from 'fastify';
import { actingAs, JOB } from '#db/actor.ts';
import { HOUR_MS } from '#domain/calendar/durations.ts';
import type { jobNames } from '#domain/text/job-names.ts';
import { forgetOldQuotes } from '../checkout/finance/kept-quotes.ts';
import { carryOutRefunds } from '../checkout/payments/carry-out-refunds.ts';
import { fetchLateDocuments } from '../checkout/payments/late-documents.ts';
import { reconcilePayments } from '../checkout/payments/reconciliation.ts';
import { endUnpaidOrders } from '../checkout/purchase/end-unpaid-orders.ts';
import { forgetOldKeys } from '../checkout/purchase/insert.ts';
import { forgetRareMisses } from '../content/redirects/redirects.ts';
import type { Deps } from '../context.ts';
import { sendFavoriteAlerts } from '../customers/favorites/send-alerts.ts';
import { sendVehicleReminders } from '../customers/garage/send-reminders.ts';
import { cleanUpSignIns } from '../customers/sign-in/clean-up.ts';
import { freeEndedHandovers, remindOfTasks } from '../leads/bookings/handover-jobs.ts';
import { remindOfBookings } from '../leads/bookings/remind.ts';
import { forgetOldLeads } from '../leads/inquiries/forget.ts';
import { forgetOldReviews } from '../leads/reviews/forget.ts';
import { inviteToReview } from '../leads/reviews/invite.ts';
import { notifyReturnedStock } from '../leads/stock-alerts/notify-returned.ts';
import { forgetOldAlertLinks } from '../leads/stock-alerts/stop.ts';
import { forgetOldTradeIns } from '../leads/trade-ins/forget.ts';
import { resolveInterrupted } from '../office/approvals/decide.ts';
import { forgetTransferFiles, runTransfers } from '../office/imports/run.ts';
import type { Clock } from '../platform/clock.ts';
import type { Environment } from '../platform/environment.ts';
import { forgetErasedOrders, forgetOldPapers } from '../privacy/erase.ts';
import { deliverWebhooks as deliverSandboxWebhooks } from '../sandbox-gateway/webhooks.ts';
import { forgetOldForms } from '../staff/repeats.ts';
import { cleanUpStaffSignIns } from '../staff/tickets.ts';
import { carryOutDrafts } from './drafts.ts';
import { forgetChanges } from './forget-changes.ts';
import { deliverMail, deliverWebhooks } from './outbox.ts';
import { askForReports, deliverCodes, deliverSms } from './sms.ts';

type Job = {
  name: keyof typeof jobNames;
  everyMs: number;
  only?: Environment['MODE'];
  /** Work in steps ends between two of them once the process stops. */
  run: (deps: Deps, log: FastifyBaseLogger, stop: AbortSignal) => Promise<void>;
};

/** Work without a request. Each job claims or locks a row before it acts, so any process may run it. */
const jobs: Job[] = [
  { name: 'unpaid orders', everyMs: 15_000, run: (deps, log) => endUnpaidOrders({ ...deps, log }) },
  { name: 'old idempotency keys', everyMs: HOUR_MS, run: (deps) => forgetOldKeys(deps) },
  { name: 'old finance quotes', everyMs: HOUR_MS, run: (deps) => forgetOldQuotes(deps) },
  { name: 'reconciliation', everyMs: 15_000, run: (deps, log) => reconcilePayments({ ...deps, log }) },
  { name: 'late documents', everyMs: 15_000, run: (deps, log) => fetchLateDocuments({ ...deps, log }) },
  { name: 'refunds', everyMs: 15_000, run: (deps, log) => carryOutRefunds({ ...deps, log }) },
  { name: 'drafts', everyMs: 2_000, run: carryOutDrafts },
  { name: 'returned stock', everyMs: 60_000, run: (deps) => notifyReturnedStock(deps) },
  { name: 'codes', everyMs: 1_000, run: deliverCodes },
  { name: 'sms', everyMs: 2_000, run: deliverSms },
  { name: 'sms reports', everyMs: 15_000, run: askForReports },
  { name: 'mail', everyMs: 2_000, run: deliverMail },
  { name: 'webhooks', everyMs: 5_000, run: deliverWebhooks },
  { name: 'booking reminders', everyMs: 60_000, run: remindOfBookings },
  { name: 'ended handovers', everyMs: 60_000, run: (deps) => freeEndedHandovers(deps) },
  { name: 'reminders of tasks', everyMs: 60_000, run: (deps) => remindOfTasks(deps) },
  { name: 'vehicle reminders', everyMs: 600_000, run: (deps, _, stop) => sendVehicleReminders(deps, stop) },
  { name: 'favourite alerts', everyMs: 60_000, run: (deps, _, stop) => sendFavoriteAlerts(deps, stop) },
  { name: 'sign-in leftovers', everyMs: HOUR_MS, run: (deps) => cleanUpSignIns(deps) },
  { name: 'staff sign-in leftovers', everyMs: HOUR_MS, run: (deps) => cleanUpStaffSignIns(deps) },
  { name: 'old forms of the office', everyMs: HOUR_MS, run: (deps) => forgetOldForms(deps) },
  { name: 'interrupted approvals', everyMs: 60_000, run: (deps) => resolveInterrupted(deps) },
  { name: 'rare misses', everyMs: 600_000, run: (deps) => forgetRareMisses(deps) },
  { name: 'old inquiries', everyMs: 21_600_000, run: (deps) => forgetOldLeads(deps) },
  { name: 'old reviews and questions', everyMs: 21_600_000, run: (deps) => forgetOldReviews(deps) },
  { name: 'old links of stock alerts', everyMs: 21_600_000, run: (deps) => forgetOldAlertLinks(deps) },
  { name: 'old trade-ins', everyMs: 21_600_000, run: (deps) => forgetOldTradeIns(deps) },
  { name: 'invitations to review', everyMs: 600_000, run: (deps) => inviteToReview(deps) },
  { name: 'imports and exports', everyMs: 1_000, run: runTransfers },
  { name: 'old files of imports', everyMs: HOUR_MS, run: (deps) => forgetTransferFiles(deps) },
  { name: 'old changes', everyMs: 21_600_000, run: (deps) => forgetChanges(deps) },
  { name: 'orders of erased people', everyMs: 21_600_000, run: (deps) => forgetErasedOrders(deps) },
  { name: 'old papers of buyers', everyMs: 21_600_000, run: (deps) => forgetOldPapers(deps) },
  {
    name: 'sandbox webhooks',
    everyMs: 5_000,
    only: 'demo',
    run: (deps, log) => deliverSandboxWebhooks({ ...deps, log }),
  },
];

/** A process that restarts more often than a rare job's interval must run it too. */
const FIRST_WITHIN_MS = 60_000;

/**
 * `deps.db` writes as the job that acts (`connect` with `actor: 'each'`), so that the change log names the job. None
 * where `JOBS=off`: a copy of a shop must not send anything. While the machine's clock differs much from the
 * database's, no job runs: what else is wrong with that machine is unknown.
 */
export function startJobs(
  deps: Deps,
  log: FastifyBaseLogger,
  clock: Pick<Clock, 'isOff'>,
): { stop: () => Promise<void> } {
  const stopping = new AbortController();
  const running = new Set<Promise<unknown>>();
  const timers = jobs
    .filter(({ only }) => deps.env.JOBS === 'on' && (!only || only === deps.env.MODE))
    .map((job) => {
      const { metrics } = deps;
      // lint-allow wall-clock: Prometheus compares it with its own time()
      const done = () => metrics.jobDoneAt.set({ job: job.name }, Date.now() / 1000);
      // Counts as on time until its first run.
      done();
      metrics.jobInterval.set({ job: job.name }, job.everyMs / 1000);
      const actor = { ...JOB, source: job.name };
      let busy = false;
      const turn = () => {
        if (busy || stopping.signal.aborted || clock.isOff()) return;
        busy = true;
        const took = metrics.jobs.startTimer({ job: job.name });
        const run = actingAs(actor, () => job.run(deps, log, stopping.signal))
          .then(() => {
            took({ outcome: 'done' });
            done();
          })
          .catch((err) => {
            took({ outcome: 'failed' });
            log.error({ err, job: job.name }, 'job failed');
          })
          .finally(() => {
            busy = false;
            running.delete(run);
          });
        running.add(run);
      };
      if (job.everyMs > FIRST_WITHIN_MS) setTimeout(turn, FIRST_WITHIN_MS).unref();
      return setInterval(turn, job.everyMs).unref();
    });
  return {
    async stop() {
      stopping.abort();
      timers.forEach(clearInterval);
      await Promise.all(running);
    },
  };
}
