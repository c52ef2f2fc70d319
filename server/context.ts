import type { FastifyBaseLogger } from 'fastify';
import type { StoreSettings } from '#contract/store-settings.ts';
import type { Db } from '#db/client.ts';
import type { Permission, RoleLimits } from '#domain/people/permissions.ts';
import type { Cache } from './platform/cache.ts';
import type { Environment } from './platform/environment.ts';
import type { Standing } from './platform/limits.ts';
import type { Metrics } from './platform/metrics.ts';
import type { DocumentProvider } from './providers/documents/documents.ts';
import type { MailProvider } from './providers/mail/mail.ts';
import type { PaymentProviders } from './providers/payment/provider.ts';
import type { SmsProvider } from './providers/sms/sms.ts';
import type { SocialProviders } from './providers/social/social.ts';
import type { Storage } from './providers/storage/storage.ts';
import type { VehicleRegistry } from './providers/vehicle-registry/vehicle-registry.ts';

/** What the process is built from: the same kind of parts in `start.ts` and in tests. */
export type Deps = {
  env: Environment;
  /** Key of everything that is signed or keyed-hashed. */
  secret: string;
  db: Db;
  /** For reading what every visitor may see; with a replica that keeps up, from there. Without one the same as `db`. */
  reader: Db;
  cache: Cache;
  metrics: Metrics;
  storage: Storage;
  /** Makes the sizes of these pictures soon, in the background; absent where sizes are made on request only. */
  sizesSoon?: ((names: string[]) => void) | null;
  payment: PaymentProviders;
  documents: DocumentProvider[];
  mail: MailProvider;
  /** In the order in which they are asked; none: messages are kept in the outbox. */
  sms: SmsProvider[];
  social: SocialProviders;
  registry: VehicleRegistry;
  now: () => Date;
};

export type Store = {
  uuid: string;
  companyUid: string;
  /** First label of the host without a public domain, and the store's name for operators. */
  key: string;
  name: string;
  nameEn: string;
  status: 'open' | 'under_construction' | 'closed';
  closedUntil: Date | null;
  closedMessage: string | null;
  publicDomain: string | null;
  logo: string | null;
  footerLogo: string | null;
  favicon: string | null;
  seoTitle: string;
  seoDescription: string;
  shareText: string | null;
  tagManagerId: string | null;
  verificationCode: string | null;
  email: string | null;
  leadEmail: string | null;
  /** Of the code that opens a store under construction. */
  gateHash: string | null;
  settings: StoreSettings;
  /** Template settings by name, as stored: `clr1` … `clr3` and choices (`domain/catalogue/theme-choices.ts`). */
  theme: Record<string, string>;
};

export type SignedIn = {
  uuid: string;
  firstName: string;
  lastName: string;
  phone: string | null;
  email: string | null;
  image: string | null;
};

/** Who is signed in, and since when. */
export type Session = SignedIn & { signedInAt: Date };

/**
 * What a request needs: made once in `http/store.ts`, replaced in a preview by `http/preview`, passed to every rule,
 * never imported.
 */
export type RequestContext = Deps & {
  requestId: string;
  /** Scheme and host that the browser used; only ever of a known store. */
  origin: string;
  /** Of the visitor; behind a proxy what `TRUST_PROXY` believes. */
  ipAddress: string;
  log: FastifyBaseLogger;
  store: Store;
  customer: Session | null;
  /** What the browser carries of phones that it has proved (`identity/known-device.ts`). */
  device: string;
  /** What the browser carries of papers that it may open (`checkout/fulfilment/buyer-tasks/paper-access.ts`). */
  papers: string;
  /** Counts of each limit that this request used, for the `RateLimit` headers. */
  limits: Standing[];
  /** Set where the request sees the shop as a draft would make it: it reads that alone, and writes nothing. */
  preview?: Preview;
};

/** Moments as in ISO 8601. `at`: the moment that is shown; `null`: now. */
export type Preview = { name: string; at: string | null; endsAt: string };

/** A role that a person of the office has, in one store or, with `storeUid` null, in all. */
export type StaffGrant = RoleLimits & { role: string; storeUid: string | null; permissions: Permission[] };

/** Who is signed in to the office. */
export type StaffMember = {
  uuid: string;
  name: string;
  email: string;
  sessionUid: string;
  /** When a factor was last proved in this session. */
  provedAt: Date;
  grants: StaffGrant[];
  /** A program with a key (`staff/api-keys.ts`): its calls never wait for a second person. */
  isKey?: true;
};

/** What a request to the office needs: made once in `http/office.ts`, passed to every call. */
export type OfficeContext = Deps & {
  requestId: string;
  /** Scheme and host of the office. */
  origin: string;
  ipAddress: string;
  userAgent: string;
  /** What the browser calls itself (`staff/devices.ts`); empty for a new one. */
  device: string;
  log: FastifyBaseLogger;
  staff: StaffMember | null;
  /** The page that asks, for the change log. */
  source: string;
};
