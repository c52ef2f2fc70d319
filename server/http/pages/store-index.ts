import { asc } from 'drizzle-orm';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { stores } from '#db/schema/index.ts';
import type { Deps } from '../../context.ts';

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** `localhost` alone, in demo mode: where the demo stores are. */
export async function storeIndex(request: FastifyRequest, reply: FastifyReply, deps: Deps): Promise<FastifyReply> {
  const rows = await deps.db
    .select({ key: stores.key, name: stores.name, text: stores.seoDescription })
    .from(stores)
    .orderBy(asc(stores.position), asc(stores.key));
  const port = /:(\d+)$/.exec(request.host)?.[0] ?? '';
  const items = rows
    .map(
      (store) =>
        `<li><a href="http://${escapeHtml(store.key)}.localhost${port}/"><strong>${escapeHtml(store.name)}</strong> <bdi>${escapeHtml(store.key)}.localhost${port}</bdi><span>${escapeHtml(store.text)}</span></a></li>`,
    )
    .join('');
  return reply
    .type('text/html; charset=utf-8')
    .send(`<!doctype html><html lang="he" dir="rtl"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>חנויות ההדגמה</title><style nonce="${request.nonce}">
body{font:1rem/1.6 system-ui,sans-serif;margin:0 auto;max-inline-size:44rem;padding:3rem 1.25rem;color:CanvasText}
ul{list-style:none;padding:0;display:grid;gap:.75rem}a{display:block;padding:1rem 1.25rem;border:1px solid GrayText;border-radius:.75rem;color:inherit;text-decoration:none}
a:hover,a:focus-visible{border-color:CanvasText;outline:2px solid CanvasText}bdi{margin-inline-start:.5rem}span{display:block}
</style></head><body><main><h1>חנויות ההדגמה</h1><p>אתר אחד, שבעה מותגים. כל חנות בכתובת שלה:</p><ul>${items}</ul></main></body></html>`);
}
