export const name = 'unused-style';

const SHEET = /^(?:ui|shop|office)\/styles\/.*\.css$/;
const SELECTED = /(?:\.|@keyframes |@utility )(-?[a-z][\w-]*)/gi;

/**
 * Classes, utilities and keyframes of our style sheets that no other line names. `dialog-${from}` in code names every
 * class that begins with `dialog-`.
 */
export function findUnusedStyles(files) {
  const code = files
    .filter(({ path }) => /^(?:ui|shop|office|server|domain|cli)\/.*\.tsx?$/.test(path))
    .map(({ text }) => text);
  const sheets = files.filter(({ path }) => SHEET.test(path));
  const declared = sheets.flatMap(({ code }) => code.filter((line) => !/@keyframes|[{,]\s*$/.test(line)));
  const named = new Set([...code, ...declared].join('\n').match(/[\w-]+(?:\$(?=\{))?/g));
  return sheets.flatMap(({ path, code }) =>
    code.flatMap((line, index) =>
      [...line.replace(/\d\.\d|\.(?:css|woff2)\b/g, '').matchAll(SELECTED)]
        .filter(([, style]) => !named.has(style) && !named.has(`${style.slice(0, style.lastIndexOf('-') + 1)}$`))
        .map(([, style]) => ({ file: path, line: index + 1, message: `nothing uses “${style}”: remove it` })),
    ),
  );
}
