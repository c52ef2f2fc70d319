// Kills the server at every statement of a payment, and the operator's command at every statement of a refund and of
// the capture of a held deposit, each before and after the database has carried it out: none is lost, none charged or
// given back twice, no stock leaks.
import setup from '../support/global-setup.ts';
import { walkPayments } from '../support/payment-walk.ts';

const close = await setup();
const began = Date.now();
const { steps, problems } = await walkPayments({ every: Number(process.env.EVERY ?? 1), say: console.log });
await close();
const died = steps.filter((step) => step.died !== null).length;
console.log(`${died} deaths in ${Math.round((Date.now() - began) / 1000)} s`);
for (const problem of problems) console.log(`✗ ${problem}`);
process.exit(problems.length > 0 ? 1 : 0);
