import { connect } from '#db/client.ts';
import type { Command, Operation, Outcome } from '../../cli/command.ts';
import { commands } from '../../cli/commands.ts';
import { commandActor } from '../../cli/operator.ts';
import { run } from '../../cli/run.ts';
import type { TestApp } from './app.ts';

/**
 * For tests: a command as `cli/run.ts` runs it, on connections of its own and as one operation. `operation`: what is
 * otherwise there.
 */
export async function runCommand(
  { deps }: TestApp,
  command: Command,
  args: string[] = [],
  options: Record<string, string | boolean | undefined> = {},
  operation: Partial<Operation> = {},
): Promise<Outcome> {
  const names = await Promise.all(
    Object.entries(commands).map(async ([name, load]) => ((await load()) === command ? name : '')),
  );
  const name = names.find(Boolean) ?? '';
  const { pool, db, close } = connect(deps.env.DATABASE_URL ?? '', { max: 3, actor: commandActor(name) });
  try {
    const { env, storage, now } = deps;
    const whole = { pool, db, env, storage, now, dataDir: env.DATA_DIR, say: () => {}, ...operation };
    return await command.run(whole, args, options);
  } finally {
    await close();
  }
}

/** For tests: a whole command line with these settings, in this process. */
export async function runLine(settings: Record<string, string>, ...args: string[]) {
  let [stdout, stderr] = ['', ''];
  const status = await run(args, {
    settings,
    print: (line) => {
      stdout += `${line}\n`;
    },
    complain: (line) => {
      stderr += `${line}\n`;
    },
  });
  return { status, stdout, stderr };
}
