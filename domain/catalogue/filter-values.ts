/** Several values of one filter in a URL: `color=אדום,שחור`. A comma inside a value is escaped as `%2C`. */
export const joinValues = (values: string[]): string =>
  values.map((value) => value.replaceAll('%', '%25').replaceAll(',', '%2C')).join(',');

export const splitValues = (text: string): string[] => [
  ...new Set(
    text
      .split(',')
      .map((value) => value.replaceAll('%2C', ',').replaceAll('%25', '%').trim())
      .filter(Boolean),
  ),
];
