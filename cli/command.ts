import type pg from 'pg';
import type { Db } from '#db/client.ts';
import type { Environment } from '#server/platform/environment.ts';
import type { Storage } from '#server/providers/storage/storage.ts';

/** Dependencies of every command. */
export type Operation = {
  pool: pg.Pool;
  db: Db;
  env: Environment;
  storage: Storage;
  dataDir: string;
  /** The database's time. */
  now: () => Date;
  /** Output for people. Silent with `--json`. */
  say: (text: string) => void;
};

/** `json` is the output of `--json`. With `failed` the command exits with status 1. */
export type Outcome = { json: unknown; failed?: boolean };

export type Command = {
  /** Arguments after the command's name, for the help: `<folder>`. */
  usage: string;
  summary: string;
  arguments: number;
  /** `false`: it needs the database unchanged, without migrations. */
  migrates?: false;
  /** It may be the first of an installation: where there is no embedded database, it makes one. */
  mayCreateDatabase?: true;
  options?: Record<string, { type: 'boolean' | 'string'; help: string }>;
  run: (
    operation: Operation,
    args: string[],
    options: Record<string, string | boolean | undefined>,
  ) => Promise<Outcome>;
};
