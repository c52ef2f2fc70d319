// Walks of a shopper with two tabs and a second device in a real browser, chosen by a seed (SEED) among the presses
// that the states of `shopper-walk` offer, with reloads and Back: as many as WALKS says. None is charged twice, told
// “sold out” of its own goods, or left at a dead end.
import { browserTests } from './_playwright.ts';

await browserTests(['walks.spec.ts'], { WALKS: '80', WALK_SECONDS: '900', SEED: String(Date.now() % 1_000) });
