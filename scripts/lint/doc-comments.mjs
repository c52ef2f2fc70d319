/** A doc comment describes the declaration below it, and is read alone where an editor shows it. */
export const name = 'doc-comment';

const DOC = /^[ \t]*\/\*\*(?!\/)([\s\S]*?)\*\/(?=([ \t]*\n(?:[ \t]*\n|[ \t]*\/\*\*))?)/gm;

export function check(file) {
  if (file.path.endsWith('.css')) return [];
  return [...file.text.matchAll(DOC)].flatMap((match) => {
    const line = file.text.slice(0, match.index).split('\n').length;
    return problemsOf(match).map((message) => ({ line, message }));
  });
}

function problemsOf([, body, after]) {
  const words = body.replace(/^[ \t]*\*[ \t]?/gm, '').trim();
  const problems = [];
  if (after?.trimEnd().endsWith('/**')) problems.push('a doc comment above another one: move it to what it describes');
  else if (after) problems.push('a doc comment above a blank line: move it to what it describes, or to line 1 as `//`');
  if (/^and /.test(words)) problems.push('a doc comment that goes on from another one: write a sentence of its own');
  if (/[,;]$/.test(words)) problems.push('a doc comment that another one ends: write a whole sentence');
  return problems;
}
