import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { createRequestHandler, type RouterContext, RouterContextProvider, type ServerBuild } from 'react-router';
import type { Deps, OfficeContext } from '../../context.ts';
import { refuse } from '../../platform/errors.ts';
import { FORM, parseForms, refuseOdd, send, toRequest } from './fetch-bridge.ts';
import type { Pages } from './pages.ts';

/** What `office/entry.server.tsx` exports besides React Router's own. */
type PageContext = { office: OfficeContext | null; nonce: string };
type OfficeBuild = ServerBuild & { entry: { module: { pageContext: RouterContext<PageContext> } } };

/** Long texts, and pasted sheets. */
const LONGEST_FORM = 2 * 1024 * 1024;
/** Uploaded papers and pictures; each action has a limit of its own besides. */
export const LONGEST_UPLOAD = 12 * 1024 * 1024;

/** Everything on the office's host that is no file goes to the office's pages. */
export async function officePages(app: FastifyInstance, deps: Deps, { build, clientDir, mode }: Pages): Promise<void> {
  if (clientDir)
    await app.register(fastifyStatic, {
      root: clientDir,
      wildcard: false,
      preCompressed: true,
      index: false,
      decorateReply: false,
      setHeaders: (reply) => reply.header('cache-control', 'public, max-age=31536000, immutable'),
    });
  let built: Promise<ServerBuild> | undefined;
  let handler: { of: ServerBuild; handle: ReturnType<typeof createRequestHandler> } | undefined;

  async function readBuild(): Promise<OfficeBuild> {
    if (mode === 'development') return (await build()) as OfficeBuild;
    built ??= build();
    return (await built) as OfficeBuild;
  }

  await app.register(async (scope) => {
    parseForms(scope, { [FORM]: LONGEST_FORM, 'multipart/form-data': LONGEST_UPLOAD });
    scope.all(
      '*',
      {
        schema: { hide: true },
        config: { office: true },
        constraints: { host: hostPattern(deps) },
        // Uploads need a session.
        preParsing: async (request, _reply, payload) => {
          const type = request.headers['content-type'] ?? '';
          if (type.startsWith('multipart/') && !request.office?.staff) throw refuse('UNAUTHORIZED');
          return payload;
        },
      },
      async (request, reply) => {
        refuseOdd(request);
        const serverBuild = await readBuild();
        if (handler?.of !== serverBuild) handler = { of: serverBuild, handle: createRequestHandler(serverBuild, mode) };
        const context = new RouterContextProvider();
        context.set(serverBuild.entry.module.pageContext, { office: request.office, nonce: request.nonce });
        const origin = request.office?.origin ?? 'http://office.invalid';
        reply.header('cache-control', 'private, no-store');
        return send(reply, await handler.handle(toRequest(request, reply, origin), context));
      },
    );
  });
}

/** The router's own check; the hook of `http/office.ts` decides. */
const hostPattern = ({ env }: Pick<Deps, 'env'>): RegExp =>
  env.OFFICE_HOST ? new RegExp(`^${env.OFFICE_HOST.replaceAll('.', '\\.')}(?::\\d+)?$`, 'i') : /^(?:www\.)?office\./i;
