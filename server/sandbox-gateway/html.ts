/** Markup that is safe to send. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Value = string | number | boolean | null | undefined | Html | Html[];

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

function render(value: Value): string {
  if (value === null || value === undefined || value === false || value === true) return '';
  if (value instanceof Html) return value.text;
  return Array.isArray(value) ? value.map(render).join('') : escaped(String(value));
}

/** A template whose values are escaped unless they are markup. */
export const html = (parts: TemplateStringsArray, ...values: Value[]): Html =>
  new Html(parts.reduce((text, part, i) => text + render(values[i - 1]) + part));
