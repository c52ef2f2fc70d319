import type { Environment } from '../../platform/environment.ts';
import { openIdProvider } from './openid.ts';
import type { SocialProviders } from './social.ts';

export const socialProviders = (env: Pick<Environment, 'GOOGLE_ISSUER' | 'FACEBOOK_ISSUER'>): SocialProviders => ({
  google: openIdProvider('google', env.GOOGLE_ISSUER),
  facebook: openIdProvider('facebook', env.FACEBOOK_ISSUER),
});
