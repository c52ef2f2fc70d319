/**
 * Something about the machine or the settings is wrong, and a person has to put it right: the message is one line that
 * says what and how. Whoever starts the program prints the message alone; any other error is a bug and keeps its stack.
 */
export class SetupError extends Error {
  override name = 'SetupError';
}
