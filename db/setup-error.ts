/**
 * A fault of the machine or the settings that a person has to fix: the message is one line that says what and how.
 * Programs print the message alone; any other error is a bug and keeps its stack.
 */
export class SetupError extends Error {
  override name = 'SetupError';
}
