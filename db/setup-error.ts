/**
 * What a person has to mend, in the machine or its settings, or can't be done with an order or an import as it stands: one line that says what
 * and how. Programs print the message alone, the office has it in Hebrew; any other error is a bug and keeps its stack.
 */
export class SetupError extends Error {
  override name = 'SetupError';
}
