import { prose } from '#domain/text/format.ts';
import { ButtonLink } from '#ui/button.tsx';
import { classNames } from '#ui/hooks/class-names.ts';
import type { Tone } from './hero.tsx';

type Props = { title: string; text: string; tone: Tone; hasProducts: boolean };

/** The opening of a home page without slides: what the store is, and the way to its goods. */
export default function Welcome({ title, text, tone, hasProducts }: Props) {
  return (
    <section className={tone === 'dark' ? 'on-dark bg-dark text-on-dark' : 'bg-ground-2 text-ink'}>
      <div className="page grid justify-items-start gap-5 py-16 md:py-28">
        <h1 className="max-w-[20ch] text-4xl font-black text-balance lg:text-5xl">{title}</h1>
        <p className={classNames('max-w-[52ch] text-lg', tone === 'dark' ? 'text-on-dark-muted' : 'text-ink-2')}>
          {hasProducts ? prose(text) : 'המוצרים הראשונים בדרך לחנות. עד אז אפשר לשאול, ונשמח לענות.'}
        </p>
        <ButtonLink to={hasProducts ? '/category' : '/contact'} size="lg">
          {hasProducts ? 'לכל המוצרים' : 'דברו איתנו'}
        </ButtonLink>
      </div>
    </section>
  );
}
