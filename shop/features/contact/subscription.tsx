import type { LucideIcon } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Form, useNavigation } from 'react-router';
import { Button, ButtonLink } from '#ui/button.tsx';

type Props = { icon: LucideIcon; title: string; text: ReactNode; button?: string | undefined };

/**
 * A question about a subscription, or its confirmation. Mail programs open links by themselves, so only a press acts.
 */
export function Subscription({ icon: Icon, title, text, button }: Props) {
  const busy = useNavigation().formMethod === 'POST';
  const heading = useRef<HTMLHeadingElement>(null);
  const wasAsked = useRef(false);
  // The button that was pressed is gone: what became of it is read, and goes on from there.
  useEffect(() => {
    if (!button && wasAsked.current) heading.current?.focus();
    wasAsked.current = button !== undefined;
  }, [button]);
  return (
    <div className="page max-w-2xl py-16 md:py-24">
      <span className="mb-6 grid size-16 place-items-center rounded-full bg-action-wash text-action-ink">
        <Icon aria-hidden strokeWidth={1.75} className="size-8" />
      </span>
      <h1 ref={heading} tabIndex={-1} className="text-4xl font-black focus:outline-none">
        {title}
      </h1>
      <p className="mt-4 text-lg text-ink-2">{text}</p>
      <div className="mt-8">
        {button ? (
          <Form method="post">
            <Button type="submit" size="lg" busy={busy}>
              {button}
            </Button>
          </Form>
        ) : (
          <ButtonLink to="/" size="lg">
            לדף הבית
          </ButtonLink>
        )}
      </div>
    </div>
  );
}

export const SubscribedEmail = ({ children }: { children: string }) => (
  <bdi dir="ltr" className="inline-block max-w-full font-semibold wrap-anywhere text-ink">
    {children}
  </bdi>
);
