import type { Product } from '#contract/catalogue/products.ts';
import { Accordion } from '#ui/accordion.tsx';
import { ProductSection } from './product-section.tsx';

export default function Faq({ faqs }: { faqs: Product['faqs'] }) {
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
