import { accessibility } from './accessibility.ts';
import { cancellationPolicy } from './cancellation-policy.ts';
import { cookies } from './cookies.ts';
import type { LegalFacts, LegalPage } from './facts.ts';
import { privacy } from './privacy.ts';
import { terms } from './terms.ts';

/** Text pages without which no store opens, by their names in addresses; the footer leads to each. */
export const legalSlugs = ['terms', 'privacy', 'cancellation-policy', 'accessibility', 'cookies'] as const;

/** The pages as a new store begins with them. Not legal advice: whoever opens the store reads them first. */
export const legalPages = (facts: LegalFacts): LegalPage[] => [
  terms(facts),
  privacy(facts),
  cancellationPolicy(facts),
  accessibility(facts),
  cookies(facts),
];
