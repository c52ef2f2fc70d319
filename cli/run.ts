import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { connect } from '#db/client.ts';
import { hasCluster } from '#db/cluster.ts';
import { openDatabase } from '#db/embedded.ts';
import { migrate } from '#db/migrate.ts';
import { OperatorError } from '#db/operator-error.ts';
import { type Clock, databaseClock } from '#server/platform/clock.ts';
import { openDataFolder, refuseRootIn } from '#server/platform/data-folder.ts';
import { parseEnvironment } from '#server/platform/environment.ts';
import { storageOf } from '#server/providers/storage/providers.ts';
import type { Command, Outcome } from './command.ts';
import { commands, help, helpOf } from './commands.ts';
import { actAs, commandActor } from './operator.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** What surrounds a command: the environment's settings, and where it writes, line by line. */
export type Terminal = {
  settings: NodeJS.ProcessEnv;
  print: (text: string) => void;
  complain: (text: string) => void;
};

/** @returns status 0: done; 1: the command found errors; 2: it could not run, and has said why */
export async function run(argv: string[], terminal: Terminal): Promise<number> {
  try {
    return await dispatch(argv, terminal);
  } catch (error) {
    const { message, stack } = error as Error;
    const isOperatorError = error instanceof OperatorError;
    terminal.complain(isOperatorError ? message : (stack ?? message));
    return 2;
  }
}

async function dispatch(argv: string[], terminal: Terminal): Promise<number> {
  const { print, complain } = terminal;
  const [first = '', second = ''] = argv;
  const name = `${first} ${second}` in commands ? `${first} ${second}` : first;
  const load = commands[name];
  if (!load) {
    const isHelp = ['', '--help', '-h', 'help'].includes(first);
    if (isHelp) print(await help());
    else complain(`There is no command "${first}".\n\n${await help()}`);
    return isHelp ? 0 : 2;
  }
  const command = await load();
  const { values, positionals } = parse(argv.slice(name.split(' ').length), command);
  if (values.help) {
    print(helpOf(name, command));
    return 0;
  }
  if (positionals.length !== command.arguments) throw new OperatorError(helpOf(name, command));
  const json = values.json === true;
  const outcome = await operate(name, command, positionals, values, json, terminal);
  if (json) print(JSON.stringify(outcome.json, null, 2));
  return outcome.failed ? 1 : 0;
}

type Values = Record<string, string | boolean | undefined>;

function parse(args: string[], command: Command): { values: Values; positionals: string[] } {
  const commandOptions = Object.fromEntries(
    Object.entries(command.options ?? {}).map(([option, { type }]) => [option, { type }]),
  );
  const options = {
    ...commandOptions,
    as: { type: 'string' as const },
    json: { type: 'boolean' as const },
    help: { type: 'boolean' as const, short: 'h' },
  };
  try {
    return parseArgs({ args, options, allowPositionals: true }) as { values: Values; positionals: string[] };
  } catch (error) {
    throw new OperatorError((error as Error).message);
  }
}

/** Opens the database (also a running server's), runs the command and closes everything. */
async function operate(
  name: string,
  command: Command,
  positionals: string[],
  values: Values,
  json: boolean,
  { settings, print, complain }: Terminal,
): Promise<Outcome> {
  const env = parseEnvironment(settings);
  const person = values.as ?? env.STORE_ACTOR;
  if (person !== undefined) actAs(String(person));
  const dataDir = resolve(root, env.DATA_DIR);
  // Without the settings of the units a command would find an empty shop of its own, and be done with it.
  if (!env.DATABASE_URL && !command.mayCreateDatabase && !hasCluster(dataDir))
    throw new OperatorError(`There is no database in ${dataDir}; set DATABASE_URL or DATA_DIR as the server has them.`);
  if (env.DATABASE_URL) refuseRootIn(dataDir);
  openDataFolder(dataDir, { embedded: !env.DATABASE_URL });
  const log = { info: complain, warn: complain, error: complain };
  const database = await openDatabase({ databaseUrl: env.DATABASE_URL, dataDir, log, shared: true });
  try {
    if (command.migrates !== false) await migrate(database.url);
    const connection = connect(database.url, {
      max: 4,
      actor: commandActor(name),
      onError: (error) => complain(error.message),
    });
    let clock: Clock | undefined;
    try {
      clock = await databaseClock(connection.pool, log);
      const storage = storageOf(env, dataDir);
      return await command.run(
        {
          pool: connection.pool,
          db: connection.db,
          env,
          storage,
          dataDir,
          now: clock.now,
          say: json ? () => {} : print,
        },
        positionals,
        values,
      );
    } finally {
      clock?.stop();
      await connection.close();
    }
  } finally {
    await database.close();
  }
}
