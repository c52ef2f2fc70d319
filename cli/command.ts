import type pg from 'pg';
import type { Db } from '#db/client.ts';
import type { Environment } from '#server/platform/environment.ts';
import type { Storage } from '#server/providers/storage/storage.ts';

/** What every command works with. */
export type Operation = {
  pool: pg.Pool;
  db: Db;
  env: Environment;
  storage: Storage;
  dataDir: string;
  /** The database's time. */
  now: () => Date;
  /** For people. Nothing is printed by it with `--json`. */
  say: (text: string) => void;
};

/** `json` is what `--json` prints. With `failed` the command ends with status 1. */
export type Outcome = { json: unknown; failed?: boolean };

export type Command = {
  /** Words after the command's name, for the help: `<folder>`. */
  usage: string;
  summary: string;
  arguments: number;
  /** `false`: it wants the database as it is, and not brought up to date first. */
  migrates?: false;
  options?: Record<string, { type: 'boolean' | 'string'; help: string }>;
  run: (
    operation: Operation,
    args: string[],
    options: Record<string, string | boolean | undefined>,
  ) => Promise<Outcome>;
};
