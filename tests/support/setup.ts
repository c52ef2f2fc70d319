import { afterEach } from 'vitest';

const unexpected: string[] = [];
const print = console.error;

console.error = (...args: unknown[]) => {
  unexpected.push(args.map(String).join(' '));
  print(...args);
};

afterEach(() => {
  const lines = unexpected.splice(0);
  if (lines.length > 0) throw new Error(`console.error was called:\n${lines.join('\n')}`);
});
