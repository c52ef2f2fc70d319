/** Rules that look at one line at a time. Each: name, which files, what is forbidden, what to do instead. */
const inApp = (file) => /^(shop|office|ui)\//.test(file);
const isCode = (file) => !file.endsWith('.css');
const isProduct = (file) =>
  /^(shop|office|ui|server|contract|db|domain|cli)\//.test(file) && !file.endsWith('.test.ts');
const STORES = ['ofek', 'raam', 'ruach', 'sela', 'noam', 'gal', 'zik'];

const SIDE_PROPERTY =
  /(?:^|[\s;{])(?:(?:margin|padding|border|inset|scroll-margin|scroll-padding)-(?:left|right)(?:-\w+)*|left|right)\s*:/;
const SIDE_VALUE = /(?:text-align|float|clear)\s*:\s*(?:left|right)\b/;
const CORNER = /border-(?:top|bottom)-(?:left|right)-radius/;
const SIDE_STEM = 'ml|mr|pl|pr|left|right|scroll-m[lr]|scroll-p[lr]|rounded-(?:l|r|tl|tr|bl|br)|border-(?:l|r)';
const SIDE_CLASS = new RegExp(
  String.raw`(?<=["'\`\s:!-])(?:(?:${SIDE_STEM})-(?:\d|\[|\(|px|auto|full|none|sm|md|lg|xl)|(?:text|float|clear)-(?:left|right)(?=["'\`\s;]|$)|(?:border|rounded)-(?:l|r|tl|tr|bl|br)(?=["'\`\s;]|$))`,
);
const SIDE_KEY = /\b(?:margin|padding|border)(?:Left|Right)\w*\s*:|[{,]\s*(?:left|right)\s*:\s*['"`\d-]/;

const COLOUR =
  /(?<!url\(|href=["'`{]*)#(?:[\da-f]{8}|[\da-f]{6}|[\da-f]{3,4})\b(?![\w-])|(?<![a-z])(?:rgba?|hsla?|oklch|oklab|lab|lch|hwb)\(\s*[\d.]|\b(?:bg|text|border|fill|stroke|ring|outline|from|via|to|shadow|accent|caret|decoration|divide)-(?:red|orange|amber|yellow|lime|green|emerald|teal|cyan|sky|blue|indigo|violet|purple|fuchsia|pink|rose|slate|gray|zinc|neutral|stone)-\d{2,3}\b/i;

/** A store's theme is computed from its three colours there. */
const MAKES_TOKENS = [
  'domain/catalogue/colour.ts',
  'domain/catalogue/theme.ts',
  'server/notifications/frame.ts',
  'server/providers/documents/built-in/ink.ts',
];
/** The sandbox gateway is no store's and has a look of its own. */
const OTHER_LOOK = 'server/sandbox-gateway/';

const NAMED_STORE = new RegExp(
  String.raw`(?:(?<=['"\`/.])(?:${STORES.join('|')})(?=['"\`/.]|\.localhost)|רעם|זִיק|אופק מוטורס)`,
);

/** A name of money or of a percentage, times or divided by a hundred. */
const BY_A_HUNDRED =
  /(?:agorot|shekels?|price|amount|sum|balance|deposit|refundable|monthly|bp|basisPoints|percent|discount)\)? [*/] 100(?![\d_.])/i;

/** Rules that calls of the office share with commands. */
const SHARED_WITH_COMMANDS = /^server\/(?:checkout|office|leads|privacy|stores)\//;

export const patternRules = [
  {
    name: 'physical-side',
    applies: inApp,
    finds: (line, file) =>
      SIDE_CLASS.test(line) ||
      CORNER.test(line) ||
      (file.endsWith('.css') ? SIDE_PROPERTY.test(line) || SIDE_VALUE.test(line) : SIDE_KEY.test(line)),
    message:
      'left or right: use start and end (ms-, pe-, start-, text-start, margin-inline-start), which turn with the language',
  },
  {
    name: 'raw-colour',
    applies: (file) =>
      isProduct(file) &&
      !/^(?:ui|shop)\/styles\//.test(file) &&
      !file.startsWith(OTHER_LOOK) &&
      !MAKES_TOKENS.includes(file),
    finds: (line) => COLOUR.test(line),
    message: 'a raw colour: use a token of ui/styles',
  },
  {
    name: 'store-name',
    applies: (file) => isProduct(file),
    finds: (line) => NAMED_STORE.test(line),
    message: 'names a store: what differs between stores is rows in the database',
  },
  {
    name: 'process-env',
    applies: (file) =>
      isProduct(file) && !['server/start.ts', 'server/platform/environment.ts', 'cli/main.ts'].includes(file),
    finds: (line) => /\bprocess\.env\b|\bimport\.meta\.env\.(?!DEV\b|PROD\b|SSR\b|MODE\b)/.test(line),
    message: 'reads the environment: server/platform/environment.ts does once, everything else gets values',
  },
  {
    name: 'intl',
    applies: (file) => isProduct(file) && isCode(file) && file !== 'domain/text/format.ts',
    finds: (line) => /\bIntl\.|\.toLocale(?:Date|Time)?String\(/.test(line),
    message: 'formats by itself: domain/text/format.ts has the one way for prices, numbers and dates',
  },
  {
    name: 'money-crossing',
    applies: (file) => isProduct(file) && isCode(file) && file !== 'domain/money/money.ts',
    finds: (line) => BY_A_HUNDRED.test(line),
    message:
      'crosses between agorot and shekels, or basis points and percent, by itself: domain/money/money.ts has the functions',
  },
  {
    name: 'english-refusal',
    applies: (file) => isProduct(file) && SHARED_WITH_COMMANDS.test(file),
    finds: (line) => /\bnew OperatorError\(/.test(line),
    message: 'staff may read it: RuleRefusal says it in English for commands and in Hebrew for the office',
  },
  {
    name: 'wall-clock',
    applies: (file) => isProduct(file) && !inApp(file),
    finds: (line) => /\bDate\.now\b|\bnew Date\(\)/.test(line),
    message:
      "asks this machine for the time, which may be set back and is not the other processes': `now` of the context, or performance.now() for how long something takes",
  },
];

export function checkPatterns(rule, file) {
  if (!rule.applies(file.path)) return [];
  return file.code.flatMap((text, index) =>
    rule.finds(text, file.path) ? [{ line: index + 1, message: rule.message }] : [],
  );
}
