import { isolate } from '#domain/text/format.ts';
import { LEAD_BANNER_ID } from '~/lead-banner-link.ts';
import AnswersNow from '../product/answers-now.tsx';
import { LeadForm } from './lead-form.tsx';

type Words = { title: string; text: string; button: string };
type Props = Words & {
  /** The viewed product, sent with the details. */
  product?: { id: string; name: string } | undefined;
};

/** A store's own words may promise a test ride, which a part has none of and an inquiry doesn't book. */
const wordsOn = (name: string): Words => ({
  title: `דברו איתנו על ${isolate(name)}`,
  text: 'השאירו שם וטלפון, ונתקשר בשעה שנוחה לכם.',
  button: 'בקשת שיחה חוזרת',
});

/** Target of "leave details": name and phone, on the store's dark ground. */
export default function LeadBanner({ product, ...own }: Props) {
  const { title, text, button } = product ? wordsOn(product.name) : own;
  return (
    <section id={LEAD_BANNER_ID} aria-labelledby="lead-title" className="on-dark bg-dark-2 py-4 text-on-dark lg:py-20">
      <div className="page grid items-center gap-3 lg:gap-10 lg:grid-cols-2">
        <div className="max-w-xl">
          <h2 id="lead-title" className="text-2xl lg:text-3xl">
            {title}
          </h2>
          <p className="mt-2 lg:mt-4 lg:text-lg text-on-dark-muted">{text}</p>
          {/* On a phone it stands by the buttons above, and the page is long. */}
          <AnswersNow className="mt-4 max-lg:hidden" />
        </div>
        <div className="rounded-lg bg-ground p-4 text-ink sm:p-8">
          <LeadForm source={product ? 'product' : 'lead_banner'} type="sale" product={product} button={button} short />
        </div>
      </div>
    </section>
  );
}
