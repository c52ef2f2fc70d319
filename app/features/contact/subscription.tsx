import type { ReactNode } from 'react';
import { Form, useNavigation } from 'react-router';
import { Button, ButtonLink } from '~/ui/button.tsx';

type Props = { title: string; text: ReactNode; button?: string | undefined };

/** One question about a subscription, or that it is answered. Mail programs open links by themselves, so only a press counts. */
export function Subscription({ title, text, button }: Props) {
  const busy = useNavigation().formMethod === 'POST';
  return (
    <div className="page max-w-2xl py-16">
      <div role="status">
        <h1 className="text-4xl font-black">{title}</h1>
      </div>
      <p className="mt-4 text-lg text-ink-2">{text}</p>
      <div className="mt-8">
        {button ? (
          <Form method="post">
            <Button type="submit" size="lg" busy={busy}>
              {button}
            </Button>
          </Form>
        ) : (
          <ButtonLink to="/">לדף הבית</ButtonLink>
        )}
      </div>
    </div>
  );
}
