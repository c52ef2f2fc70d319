/**
 * A field for a number has a bound: the keyboard of a phone, or a paste, makes no thousand digits. `TextField` has one
 * of its own.
 */
export const name = 'number-bound';

const FIELD = /<(?:input|[A-Z]\w*Field)(?=\s)/g;
const message = 'a field for a number without a bound: maxLength beside inputMode, min and max beside type="number"';

export function check(file) {
  if (!/^(shop|office|ui)\/.*\.tsx$/.test(file.path)) return [];
  const code = file.code.join('\n');
  return [...code.matchAll(FIELD)].flatMap(({ 0: start, index }) => {
    const tag = code.slice(index, endOfTag(code, index));
    // What the parts of a field get from elsewhere: that is looked at there.
    if (/\{\.\.\.input\}/.test(tag)) return [];
    const isTyped = start !== '<TextField' && /\binputMode=(?:"(?:numeric|decimal)"|\{)/.test(tag);
    const isUnbound = (isTyped && !/\bmaxLength[=:]/.test(tag)) || (/\btype="number"/.test(tag) && !/\bmax=/.test(tag));
    return isUnbound ? [{ line: code.slice(0, index).split('\n').length, message }] : [];
  });
}

/** Past the braces of its attributes. */
function endOfTag(code, from) {
  let depth = 0;
  for (let at = from; at < code.length; at++) {
    if (code[at] === '{') depth += 1;
    else if (code[at] === '}') depth -= 1;
    else if (code[at] === '>' && depth === 0) return at;
  }
  return code.length;
}
