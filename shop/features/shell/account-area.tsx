import { UserRound } from 'lucide-react';
import { classNames } from '#ui/hooks/class-names.ts';
import { Link } from '#ui/link.tsx';
import { useToast } from '#ui/toasts.tsx';
import { greetingName, loadLogOut, useCustomer } from '../account/customer.ts';

/** Greeting and personal area of a signed-in customer, else the sign-in. Filled in by the browser. */
export function AccountArea({ className }: { className?: string }) {
  const state = useCustomer();
  const toast = useToast();
  const look =
    'inline-flex min-h-11 items-center gap-2 rounded-md px-3 whitespace-nowrap hover:bg-white/10 @max-[90rem]:px-1.5 @max-[90rem]:text-sm';
  if (state.status !== 'signed-in') {
    return (
      <div className={classNames('items-center', className)}>
        <Link to="/login" className={look}>
          <UserRound aria-hidden className="size-5" />
          התחברות
        </Link>
      </div>
    );
  }
  return (
    <div className={classNames('items-center', className)}>
      <Link to="/personal-area" className={look}>
        <UserRound aria-hidden className="size-5" />
        <span>
          שלום, <bdi>{greetingName(state.customer)}</bdi>
        </span>
      </Link>
      <button
        type="button"
        className={classNames(look, 'text-on-dark-muted')}
        onClick={() => loadLogOut().then(({ logOut }) => logOut(toast))}
      >
        התנתקות
      </button>
    </div>
  );
}
