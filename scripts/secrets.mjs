// What looks like a key or a password, by the forms in which services write them and by chance alone: letters in no
// order behind a telling name. What a manual prints as EXAMPLE is none. A line that only looks so says why it may
// stand:  secret-allow: <reason>
const FORMS = [
  ['a private key', /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----/],
  ['an AWS key', /\b(?:AKIA|ASIA)(?![0-9A-Z]{9}EXAMPLE\b)[0-9A-Z]{16}\b/],
  ['a GitHub token', /\b(?:gh[pousr]_[A-Za-z0-9]{30,}|github_pat_\w{40,})\b/],
  ['an npm token', /\bnpm_[A-Za-z0-9]{30,}\b|_authToken\s*=\s*[^$\s]/],
  ['a Google key', /\bAIza[0-9A-Za-z_-]{30,}\b/],
  ['a Slack token', /\bxox[abprs]-[0-9A-Za-z-]{10,}/],
  ['a key of a payment service', /\b(?:sk|rk)_live_[0-9A-Za-z]{16,}\b/],
  ['a signed token', /\beyJ[\w-]{15,}\.eyJ[\w-]{15,}\.[\w-]{15,}/],
  [
    'an address with a password',
    /\b[a-z][a-z+]{2,12}:\/\/[^\s:/@'"`<>{}$]+:(?!password@|pass@|secret@)[^\s:/@'"`<>{}$]{6,}@(?!127\.0\.0\.1|localhost)/,
  ],
];
const NAMED = /(?:password|passwd|secret|token|api_?key|private_?key)['"]?\s*[:=]\s*['"`]([\w+/=-]{20,})['"`]/gi;
const ALLOWED = /secret-allow: \S/;

/** Bits of surprise in a sign: words have about three, keys more than four. */
export function entropy(text) {
  const counts = new Map();
  for (const sign of text) counts.set(sign, (counts.get(sign) ?? 0) + 1);
  return [...counts.values()].reduce((sum, count) => sum - (count / text.length) * Math.log2(count / text.length), 0);
}

/** @param {string} text @returns {{ line: number, what: string }[]} Never the secret itself. */
export function findSecrets(text) {
  return text.split('\n').flatMap((line, index) => {
    if (line.length > 5_000 || ALLOWED.test(line)) return [];
    const found = FORMS.filter(([, form]) => form.test(line)).map(([what]) => what);
    for (const [, value] of line.matchAll(NAMED))
      if (/\d/.test(value) && !/EXAMPLE/.test(value) && entropy(value) > 3.8) found.push('a named secret');
    return found.map((what) => ({ line: index + 1, what }));
  });
}
