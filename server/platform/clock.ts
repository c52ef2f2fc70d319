import type pg from 'pg';

/** A larger difference between this machine's clock and the database's is a fault of the machine. Milliseconds. */
export const MAX_SKEW_MS = 5_000;
const MEASURE_EVERY_MS = 10_000;
/** Of several measurements the quickest is the most exact. */
const QUESTIONS = 3;

export type Clock = {
  /** The database's time. */
  now: () => Date;
  /** This machine's time less the database's, in milliseconds. */
  skew: () => number;
  /** Whether the difference is so large that this process runs no jobs. */
  isOff: () => boolean;
  stop: () => void;
};

/**
 * `at` is the database's time at `counted` of this process's monotonic clock; `skew` is this machine's time less the
 * database's.
 */
export type Measure = { at: number; counted: number; skew: number };

/** Milliseconds. `wall` is this machine's time, for tests. */
// lint-allow wall-clock: this is where it is compared with the database's
export async function measureClock(pool: Pick<pg.Pool, 'query'>, wall = Date.now): Promise<Measure> {
  const answers: (Measure & { took: number })[] = [];
  for (let question = 0; question < QUESTIONS; question += 1) {
    const startedAt = performance.now();
    const { rows } = await pool.query<{ ms: string }>('select extract(epoch from clock_timestamp()) * 1000 as ms');
    const endedAt = performance.now();
    const counted = (startedAt + endedAt) / 2;
    const at = Number(rows[0]?.ms);
    answers.push({ at, counted, took: endedAt - startedAt, skew: wall() - (endedAt - counted) - at });
  }
  return answers.reduce((a, b) => (b.took < a.took ? b : a));
}

type Log = { warn: (text: string) => void; error: (text: string) => void };

/**
 * The database's clock, for everything that decides about money, stock and limits: processes with different clocks
 * must agree on what has expired. Measured at the start and every ten seconds; extrapolated in between by the
 * monotonic clock, which no change of date moves. While the database is unreachable, the last measurement continues.
 * `wall` is this machine's time, for tests.
 * @throws when the database is unreachable at the start
 */
// lint-allow wall-clock: for the same reason as above
export async function databaseClock(pool: Pick<pg.Pool, 'query'>, log: Log, wall = Date.now): Promise<Clock> {
  let base: Measure = { at: 0, counted: 0, skew: 0 };

  async function measure(): Promise<void> {
    const measured = await measureClock(pool, wall);
    const wasOff = isOff();
    base = measured;
    const apart = `this machine's clock is ${(base.skew / 1_000).toFixed(1)} s off the database's`;
    if (isOff() && !wasOff) log.error(`${apart}: the jobs of this process stand still until it is right`);
    if (!isOff() && wasOff) log.warn(`${apart}: the jobs go on`);
  }

  const isOff = () => Math.abs(base.skew) > MAX_SKEW_MS;
  await measure();
  // Other checks report the database's absence.
  const timer = setInterval(() => void measure().catch(() => {}), MEASURE_EVERY_MS).unref();
  return {
    now: () => new Date(base.at + performance.now() - base.counted),
    skew: () => base.skew,
    isOff,
    stop: () => clearInterval(timer),
  };
}
