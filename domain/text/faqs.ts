import { decodeEntities } from './entities.ts';

type Faq = { question: string; answer: string };

const QUESTION = /<h3>(.*?)<\/h3>(.*?)(?=<h[23]>|$)/gs;

const plain = (text: string): string =>
  decodeEntities(text.replace(/<[^>]*>/g, ' '))
    .replace(/\s+/g, ' ')
    .trim();

const isQuestion = (heading: string, answer: string): boolean => plain(heading).endsWith('?') && answer.trim() !== '';

/** Questions and answers of an FAQ page: each `h3` and its content up to the next heading. */
export const faqsOf = (html: string): Faq[] =>
  [...html.matchAll(QUESTION)]
    .filter(([, heading = '', answer = '']) => isQuestion(heading, answer))
    .map(([, heading = '', answer = '']) => ({ question: plain(heading), answer: answer.trim() }));

/** Where a question stands on its page; `index` counts as `faqsOf` does. */
export const faqAnchor = (index: number): string => `question-${index + 1}`;

/** The same text, with an `id` at each question, so that the search can lead to its answer. */
export function withFaqAnchors(html: string): string {
  let index = 0;
  return html.replace(QUESTION, (whole, heading: string, answer: string) =>
    isQuestion(heading, answer) ? whole.replace('<h3>', `<h3 id="${faqAnchor(index++)}">`) : whole,
  );
}
