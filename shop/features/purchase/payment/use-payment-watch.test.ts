import { expect, test } from 'vitest';
import { paymentWatch } from './use-payment-watch.ts';

/** A watch whose questions are answered when the test says so, and whose new pages come when it says so. */
function watched() {
  const answers: ((status: string) => void)[] = [];
  const pages: (() => void)[] = [];
  const answered: string[] = [];
  const ask = paymentWatch<string>(
    () => new Promise((answer) => answers.push(answer)),
    (status, returned) => {
      answered.push(returned ? `${status}, returned` : status);
      if (status === 'failed') return new Promise((come) => pages.push(come));
    },
  );
  return { ask, answers, pages, told: answered };
}

test('two answers that a card was declined make one new page, also when the second one comes after it', async () => {
  const { ask, answers, pages, told } = watched();
  const [poll, back] = [ask(false), ask(true)];
  answers[0]?.('failed');
  await expect.poll(() => pages).toHaveLength(1);
  // Nothing is asked of the former page meanwhile.
  await ask(false);
  await ask(true);
  expect(answers).toHaveLength(2);
  pages[0]?.();
  await poll;
  answers[1]?.('failed');
  await back;
  expect(pages).toHaveLength(1);

  // The new page is watched as the first one was.
  const next = ask(false);
  answers[2]?.('failed');
  await expect.poll(() => pages).toHaveLength(2);
  pages[1]?.();
  await next;
  expect(told).toEqual(['failed', 'failed']);
});

test('polls don’t overlap, and the frame’s return is asked for beside one', async () => {
  const { ask, answers, told } = watched();
  const poll = ask(false);
  await ask(false);
  expect(answers).toHaveLength(1);
  const back = ask(true);
  answers[0]?.('pending');
  answers[1]?.('paid');
  await Promise.all([poll, back]);
  expect(told).toEqual(['pending', 'paid, returned']);
});
