import { encodeEntities } from '#domain/text/entities.ts';
import { fromTheRight, type MailContent, UNSUBSCRIBE } from '#domain/text/mail-content.ts';
import type { Brand } from './brand.ts';

/** Mail programs support no CSS variables: the greys of `ui/styles/tokens.css` as literals, for light and dark mode. */
const WHITE = '#ffffff';
const LIGHT = { ground: '#f4f5f6', card: WHITE, ink: '#16181d', ink2: '#565c66', line: '#e3e6ea' };
const DARK = { ground: '#0f1114', card: '#1b1e23', ink: '#f2f4f7', ink2: '#b4bac4', line: '#363b44' };

const { ink: INK, ink2: INK_2, line: LINE } = LIGHT;

/** Names and values up to this length don't wrap. */
const SHORT = 14;

const FONT = "font-family:Heebo,'Segoe UI',Arial,sans-serif";

/** Web links only: a link built from user input can't run anything. */
const href = (url: string): string => (/^https?:\/\//.test(url) ? encodeEntities(url) : '#');

/**
 * The mail's HTML: tables and inline styles, because many mail programs support nothing else. Dark-mode colours are
 * in the single style sheet, which programs with a dark mode read.
 */
export function mailHtml(brand: Brand, subject: string, content: MailContent): string {
  const name = encodeEntities(brand.name);
  const logo = brand.logo
    ? `<img src="cid:logo" alt="${name}" width="${brand.logo.width}" height="${brand.logo.height}" style="display:block;border:0;color:${WHITE};font-size:22px;font-weight:700">`
    : `<span style="color:${WHITE};font-size:24px;font-weight:700">${name}</span>`;
  return `<!doctype html>
<html lang="he" dir="rtl">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${encodeEntities(subject)}</title>
<style>
:root{color-scheme:light dark}
@media (max-width:480px){.pad{padding-right:24px!important;padding-left:24px!important}.wide{width:100%!important;box-sizing:border-box!important}a.wide{display:block!important;text-align:center!important}}
@media (prefers-color-scheme:dark){.ground{background:${DARK.ground}!important}.card{background:${DARK.card}!important}.ink{color:${DARK.ink}!important}.ink2{color:${DARK.ink2}!important}.rule{border-color:${DARK.line}!important}}
</style>
</head>
<body class="ground" style="margin:0;padding:0;background:${LIGHT.ground};-webkit-text-size-adjust:100%">
<div style="display:none;max-height:0;overflow:hidden">${encodeEntities(fromTheRight(content.paragraphs[0] ?? ''))}</div>
<table role="presentation" dir="rtl" class="ground" width="100%" cellpadding="0" cellspacing="0" style="background:${LIGHT.ground};${FONT}"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" dir="rtl" class="card" width="100%" cellpadding="0" cellspacing="0" style="max-width:600px;background:${LIGHT.card};border-radius:12px;overflow:hidden;text-align:right">
<tr><td class="pad" style="background:${brand.dark};padding:22px 40px"><a href="${href(brand.url)}" style="text-decoration:none;color:${WHITE}">${logo}</a></td></tr>
<tr><td class="pad" style="padding:36px 40px 40px">
<h1 class="ink" style="margin:0 0 14px;color:${INK};font-size:26px;line-height:1.25;font-weight:700">${encodeEntities(content.heading)}</h1>
${content.paragraphs.map(paragraph).join('\n')}
${items(content)}
${terms(content)}
${steps(content)}
${button(brand, content)}
${content.note ? `<p class="ink2" style="margin:20px 0 0;color:${INK_2};font-size:14px;line-height:1.6">${encodeEntities(content.note)}</p>` : ''}
</td></tr>
</table>
<table role="presentation" dir="rtl" width="100%" cellpadding="0" cellspacing="0" style="max-width:600px;text-align:center"><tr><td class="ink2" style="padding:20px 24px;color:${INK_2};font-size:13px;line-height:1.6">
${name}${brand.email ? ` · <a class="ink2" href="mailto:${encodeEntities(brand.email)}" style="color:${INK_2}">${encodeEntities(brand.email)}</a>` : ''}<br>${encodeEntities(brand.company)}, ${encodeEntities(brand.address)}${content.unsubscribe ? `<br><a class="ink2" href="${href(content.unsubscribe)}" style="color:${INK_2};text-decoration:underline">${encodeEntities(content.unsubscribeLabel ?? UNSUBSCRIBE)}</a>` : ''}
</td></tr></table>
</td></tr></table>
</body>
</html>`;
}

/** An order's number stands on one line: a narrow screen would break it at its hyphen. */
const paragraph = (text: string): string =>
  `<p class="ink" style="margin:0 0 12px;color:${INK};font-size:16px;line-height:1.6">${encodeEntities(text).replace(
    /\b[2-9A-Z]{4}-[2-9A-Z]{4}\b/g,
    '<span style="white-space:nowrap">$&</span>',
  )}</p>`;

const line = (name: string, value: string, style: string, kind = 'ink'): string =>
  `<tr><td class="${kind} rule" style="${style};text-align:right;vertical-align:top">${name}</td><td class="${kind} rule" style="${style};padding-right:16px;text-align:left;white-space:nowrap;vertical-align:top">${value}</td></tr>`;
const table = (rows: string): string =>
  `<table role="presentation" dir="rtl" width="100%" cellpadding="0" cellspacing="0" style="margin:20px 0 8px;border-collapse:collapse">
${rows}
</table>`;
/** A name and its value; the long ones wrap. */
const fact = ({ name, value }: { name: string; value: string }): string =>
  line(
    name.length > SHORT ? encodeEntities(name) : `<span style="white-space:nowrap">${encodeEntities(name)}</span>`,
    value.length > SHORT ? `<span style="white-space:normal">${encodeEntities(value)}</span>` : encodeEntities(value),
    `padding:8px 0 0;color:${INK_2};font-size:15px;line-height:1.45`,
    'ink2',
  );

function items({ items: rows = [], facts = [], total, parts = [], besides }: MailContent): string {
  if (rows.length + facts.length === 0 && !total) return '';
  const ruled = `padding:12px 0;border-bottom:1px solid ${LINE};color:${INK};font-size:16px;line-height:1.45`;
  const goods = rows.map(({ name, details, sum }) =>
    line(
      `<strong>${encodeEntities(name)}</strong>${details ? `<br><span class="ink2" style="color:${INK_2};font-size:14px">${encodeEntities(details)}</span>` : ''}`,
      encodeEntities(sum),
      ruled,
    ),
  );
  return table(
    [
      ...goods,
      ...facts.map(fact),
      total &&
        line(
          encodeEntities(total.name),
          encodeEntities(total.value),
          `padding:12px 0 0;color:${INK};font-size:19px;font-weight:700`,
        ),
      ...parts.map(fact),
      besides &&
        line(
          encodeEntities(besides.name),
          encodeEntities(besides.value),
          `padding:8px 0 0;color:${INK_2};font-size:15px;line-height:1.45`,
          'ink2',
        ),
    ]
      .filter(Boolean)
      .join(''),
  );
}

const terms = ({ terms: of }: MailContent): string =>
  of
    ? `<h2 class="ink" style="margin:28px 0 0;color:${INK};font-size:19px">${encodeEntities(of.title)}</h2>
${table(of.figures.map(fact).join(''))}
<p class="ink" style="margin:12px 0 6px;color:${INK};font-size:14px;line-height:1.6;font-weight:700">${encodeEntities(of.warning)}</p>
<p class="ink2" style="margin:0;color:${INK_2};font-size:13px;line-height:1.6">${encodeEntities(of.note)}</p>`
    : '';

const steps = ({ steps: rows = [], stepsTitle = '' }: MailContent): string =>
  rows.length === 0
    ? ''
    : `<h2 class="ink" style="margin:28px 0 8px;color:${INK};font-size:19px">${encodeEntities(stepsTitle)}</h2>
<ol class="ink" style="margin:0;padding:0 22px 0 0;color:${INK};font-size:16px;line-height:1.55">
${rows.map(({ title, text }) => `<li style="margin:0 0 10px"><strong>${encodeEntities(title)}</strong><br><span class="ink2" style="color:${INK_2};font-size:15px">${encodeEntities(text)}</span></li>`).join('')}
</ol>`;

const button = (brand: Brand, { button: link }: MailContent): string =>
  link
    ? `<table role="presentation" class="wide" cellpadding="0" cellspacing="0" style="margin:28px 0 0"><tr><td class="wide" style="border-radius:10px;background:${brand.action}"><a class="wide" href="${href(link.url)}" style="display:inline-block;padding:14px 32px;color:${brand.onAction};font-size:17px;font-weight:700;text-decoration:none">${encodeEntities(link.label)}</a></td></tr></table>`
    : '';
