import type { FastifyInstance } from 'fastify';
import { serve } from '../../call.ts';
import { contactSources, contactTypes, leaveDetails } from './contacts.ts';

export function contactRoutes(app: FastifyInstance): void {
  serve(app, 'GET /api/contacts/get-contact-types', { cache: 'public' }, async ({ store }) =>
    contactTypes(store.settings),
  );
  serve(app, 'GET /api/contacts/get-contact-sources', { cache: 'public' }, async () => contactSources);
  serve(app, 'POST /api/contacts', async (ctx, { body }) => {
    await leaveDetails(ctx, body);
    return { received: true as const };
  });
}
