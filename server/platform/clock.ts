import type pg from 'pg';

/** More than this between this machine's clock and the database's is a fault of the machine. Milliseconds. */
export const MOST_SKEW_MS = 5_000;
const MEASURE_EVERY_MS = 10_000;
/** Of several questions the quickest tells the time best. */
const QUESTIONS = 3;

export type Clock = {
  /** The database's time. */
  now: () => Date;
  /** This machine's time less the database's, in milliseconds. */
  skew: () => number;
  /** Whether the two are so far apart that this process does nothing by itself. */
  isOff: () => boolean;
  stop: () => void;
};

/** `at` is the database's time when this process's monotonic clock stood at `counted`; `skew` this machine's time less it then. */
export type Measure = { at: number; counted: number; skew: number };

/** Milliseconds. `wall` is this machine's time, for tests. */
// lint-allow wall-clock: this is where it is compared with the database's
export async function measureClock(pool: Pick<pg.Pool, 'query'>, wall = Date.now): Promise<Measure> {
  const answers: (Measure & { took: number })[] = [];
  for (let question = 0; question < QUESTIONS; question += 1) {
    const began = performance.now();
    const { rows } = await pool.query<{ ms: string }>('select extract(epoch from clock_timestamp()) * 1000 as ms');
    const ended = performance.now();
    const counted = (began + ended) / 2;
    const at = Number(rows[0]?.ms);
    answers.push({ at, counted, took: ended - began, skew: wall() - (ended - counted) - at });
  }
  return answers.reduce((a, b) => (b.took < a.took ? b : a));
}

type Log = { warn: (text: string) => void; error: (text: string) => void };

/**
 * The database's clock, for everything that decides about money, goods and limits: processes whose own clocks differ must agree
 * on what has expired. Measured at the start and every ten seconds; in between counted on by the machine's monotonic clock, which
 * no change of its date moves. While the database can't be asked, the last measure goes on. `wall` is this machine's time, for tests.
 * @throws when the database can't be asked at the start
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

  const isOff = () => Math.abs(base.skew) > MOST_SKEW_MS;
  await measure();
  // The database's absence is told by others.
  const timer = setInterval(() => void measure().catch(() => {}), MEASURE_EVERY_MS).unref();
  return {
    now: () => new Date(base.at + performance.now() - base.counted),
    skew: () => base.skew,
    isOff,
    stop: () => clearInterval(timer),
  };
}
