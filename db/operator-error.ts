/**
 * One line an operator can act on: a wrong setting, or an order or import whose state refuses the command. Programs
 * print the message alone; the office translates it (`refusal-texts.ts`). Any other error is a bug and keeps its stack.
 */
export class OperatorError extends Error {
  override name = 'OperatorError';
}
