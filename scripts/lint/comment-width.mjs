/** As wide as code is (`lineWidth` of biome.json), whose formatter leaves comments as they are. */
const WIDTH = 120;
const COMMENT = /^\s*(?:\/\/|\/\*|\*\s)/;
/** An escape says its rule and reason in one line. */
const ESCAPE = /lint-allow|biome-ignore/;

export const name = 'comment-width';

/** Lines of comments that go on beyond the code's width. */
export function check(file) {
  return file.lines.flatMap((line, index) =>
    line.length > WIDTH && COMMENT.test(line) && !ESCAPE.test(line)
      ? [{ line: index + 1, message: `a comment of ${line.length} columns: wrap it at ${WIDTH}` }]
      : [],
  );
}
