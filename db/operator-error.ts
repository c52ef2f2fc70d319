/**
 * One line an operator can act on: a wrong setting, or an order or import whose state refuses the command. Programs
 * print the message alone. Any other error is a bug and keeps its stack.
 */
export class OperatorError extends Error {
  override name = 'OperatorError';
}

/**
 * What a rule that commands and the office share doesn't allow: commands print the English message, staff read the
 * Hebrew one.
 */
export class RuleRefusal extends OperatorError {
  readonly hebrew: string;
  constructor(english: string, hebrew: string) {
    super(english);
    this.hebrew = hebrew;
  }
}
