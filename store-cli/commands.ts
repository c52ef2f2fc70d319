import type { Command } from './command.ts';
import { checkCommand, importCommand } from './commands/import.ts';
import { outboxListCommand } from './commands/outbox.ts';

/** The operators' commands by name. A name may have two words (`orders list`). */
export const commands: Record<string, Command> = {
  check: checkCommand,
  import: importCommand,
  'outbox list': outboxListCommand,
};

export function help(): string {
  const names = Object.entries(commands).map(
    ([name, command]) => [`${name} ${command.usage}`, command.summary] as const,
  );
  const width = Math.max(...names.map(([name]) => name.length));
  const lines = names.map(([name, summary]) => `  ${name.padEnd(width)}  ${summary}`);
  return ['npm run store -- <command>', '', ...lines, '', 'Each takes --json (the result as JSON) and --help.'].join(
    '\n',
  );
}

export function helpOf(name: string, command: Command): string {
  const options = { ...command.options, json: { help: 'print the result as JSON' } };
  const lines = Object.entries(options).map(([option, { help }]) => `  --${option.padEnd(12)}  ${help}`);
  return [`npm run store -- ${name} ${command.usage}`, '', command.summary, '', ...lines].join('\n');
}
