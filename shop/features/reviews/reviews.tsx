import { MessageCircleQuestion } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import type { Product } from '#contract/catalogue/products.ts';
import type { Voices } from '#contract/leads/reviews.ts';
import type { QuestionReply } from '#domain/people/reviews.ts';
import { Accordion } from '#ui/accordion.tsx';
import { Button, buttonLook } from '#ui/button.tsx';
import { call } from '~/api.ts';
import { ProductSection } from '../product/product-section.tsx';
import { QuestionForm } from './question-form.tsx';
import { Summary } from './summary.tsx';
import { useMore } from './use-more.ts';
import { QuestionItem, ReviewItem } from './voice.tsx';

type Props = {
  product: Pick<Product, 'id' | 'rating' | 'faqs'>;
  voices: Voices;
  /** To a question that was sent before scripts ran. */
  answer?: QuestionReply | undefined;
};

/** Questions that are often asked, and what buyers and visitors write. */
export default function Questions({ product, ...rest }: Props) {
  return (
    <>
      <Faq faqs={product.faqs} />
      <Reviews product={product} {...rest} />
    </>
  );
}

function Faq({ faqs }: { faqs: Product['faqs'] }) {
  if (faqs.length === 0) return null;
  return (
    <ProductSection title="שאלות ותשובות">
      <div className="border-t border-line">
        {faqs.map((faq) => (
          <Accordion key={faq.question} title={faq.question}>
            <p className="max-w-[70ch] text-ink-2">{faq.answer}</p>
          </Accordion>
        ))}
      </div>
    </ProductSection>
  );
}

/** What buyers say, and what visitors ask. Nothing stands in for reviews that there are none of yet. */
function Reviews({ product, voices, answer }: Props) {
  const { rating, id } = product;
  const reviews = useMore(voices.reviews, (query) =>
    call('GET /api/reviews/get-reviews', { query: { product_uid: id, ...query } }),
  );
  const questions = useMore(voices.questions, (query) =>
    call('GET /api/reviews/get-questions', { query: { product_uid: id, ...query } }),
  );
  const ask = (
    <details open={answer !== undefined} className="group">
      <summary className="flex min-h-11 w-fit list-none items-center gap-2 font-semibold text-action-ink hover:underline [&::-webkit-details-marker]:hidden">
        <MessageCircleQuestion aria-hidden className="size-5" /> שאלה על המוצר
      </summary>
      <div className="pt-3">
        <QuestionForm product={id} answer={answer} />
      </div>
    </details>
  );
  // Without reviews there is no section, only a line after the store's own questions.
  if (!rating && questions.items.length === 0)
    return (
      <div id="reviews" className="page scroll-mt-24 pb-4 lg:-mt-10 lg:pb-16">
        {ask}
      </div>
    );
  return (
    <div id="reviews" className="scroll-mt-24">
      <ProductSection title={rating ? 'ביקורות ושאלות' : 'שאלות של גולשים'}>
        {rating && (
          <div className="grid gap-8 lg:grid-cols-[18rem_minmax(0,1fr)] lg:gap-12">
            <Summary rating={rating} voices={voices} />
            <More list={reviews} label="לביקורות נוספות" all="לכל הביקורות">
              {reviews.items.map((review) => (
                <Item key={review.id} isFirst={review.id === reviews.first}>
                  <ReviewItem review={review} />
                </Item>
              ))}
            </More>
          </div>
        )}
        <div className="grid gap-4">
          {rating && questions.items.length > 0 && <h3 className="text-xl">שאלות של גולשים</h3>}
          {questions.items.length > 0 && (
            <More list={questions} label="לשאלות נוספות" all="לכל השאלות">
              {questions.items.map((question) => (
                <Item key={question.id} isFirst={question.id === questions.first}>
                  <QuestionItem question={question} />
                </Item>
              ))}
            </More>
          )}
          {ask}
        </div>
      </ProductSection>
    </div>
  );
}

type Listed = { items: unknown[]; total: number; busy: boolean; error: string; more: () => Promise<void> };

/** `all`: of the link that stands in for the button where scripts don't run. */
function More({ list, label, all, children }: { list: Listed; label: string; all: string; children: ReactNode }) {
  return (
    <div className="grid gap-5">
      <ul className="grid gap-6">{children}</ul>
      {list.error && (
        <p role="alert" className="text-danger">
          {list.error}
        </p>
      )}
      {list.items.length < list.total && (
        <>
          <Button
            variant="secondary"
            size="sm"
            busy={list.busy}
            onClick={() => void list.more()}
            className="w-fit noscript:hidden"
          >
            {label}
          </Button>
          <p className="hidden noscript:block">
            <a href="?reviews=all#reviews" className={buttonLook({ variant: 'secondary', size: 'sm' })}>
              {all}
            </a>
          </p>
        </>
      )}
    </div>
  );
}

/** Of what came after the button was pressed, the first gets the focus that the button loses. */
function Item({ isFirst, children }: { isFirst: boolean; children: ReactNode }) {
  const item = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isFirst) item.current?.focus({ preventScroll: true });
  }, [isFirst]);
  return (
    <li ref={item} tabIndex={isFirst ? -1 : undefined} className="focus:outline-none">
      {children}
    </li>
  );
}
