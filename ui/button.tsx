import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import type { LinkProps } from 'react-router';
import { classNames } from './hooks/class-names.ts';
import { Link } from './link.tsx';

type Look = { variant?: 'primary' | 'secondary' | 'quiet' | 'on-dark'; size?: 'md' | 'lg' | 'sm'; wide?: boolean };

const variants = {
  primary: 'bg-action text-on-action hover:bg-action-hover active:bg-action-pressed',
  secondary: 'bg-ground text-ink shadow-[inset_0_0_0_1.5px_var(--line-strong)] hover:bg-ground-2 active:bg-ground-3',
  quiet: 'text-action-ink hover:bg-action-wash active:bg-action-wash',
  'on-dark':
    'bg-white/10 text-on-dark shadow-[inset_0_0_0_1.5px_var(--on-dark-muted)] hover:bg-white/20 active:bg-white/25',
};
const sizes = {
  sm: 'min-h-11 px-4 py-1 text-sm',
  md: 'min-h-12 px-6 py-1 text-base',
  lg: 'min-h-14 px-8 py-1 text-lg',
};

export const buttonLook = ({ variant = 'primary', size = 'md', wide = false }: Look = {}): string =>
  classNames(
    'button-look inline-flex items-center justify-center gap-2 rounded-md font-semibold text-center transition-colors duration-150',
    'disabled:cursor-not-allowed disabled:bg-ground-3 disabled:text-ink-3 disabled:shadow-none aria-disabled:cursor-not-allowed',
    variants[variant],
    sizes[size],
    wide && 'w-full',
  );

type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> &
  Look & { busy?: boolean; children: ReactNode; ref?: Ref<HTMLButtonElement> };

/** `busy`: pressed and pending; stays focusable and announces it. */
export function Button({
  variant,
  size,
  wide,
  busy = false,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  return (
    <button
      type={type}
      className={classNames(buttonLook({ variant, size, wide }), className)}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      {...rest}
    >
      {busy && (
        <span aria-hidden className="size-4 animate-spin rounded-full border-2 border-current border-e-transparent" />
      )}
      {children}
    </button>
  );
}

export function ButtonLink({ variant, size, wide, className, ...rest }: LinkProps & Look) {
  return <Link className={classNames(buttonLook({ variant, size, wide }), className)} {...rest} />;
}

/** A button that reads as a link within a text. */
export const LinkButton = (props: ButtonHTMLAttributes<HTMLButtonElement>) => (
  <button
    type="button"
    className="min-h-11 font-semibold text-action-ink underline underline-offset-4 disabled:text-ink-3"
    {...props}
  />
);

type IconButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & { label: string; children: ReactNode };

/** An icon button: `label` is its Hebrew name. */
export function IconButton({ label, className, children, type = 'button', ...rest }: IconButtonProps) {
  return (
    <button
      type={type}
      aria-label={label}
      title={label}
      className={classNames(
        'inline-flex size-11 shrink-0 items-center justify-center rounded-full transition-colors hover:bg-current/8 disabled:opacity-40',
        className,
      )}
      {...rest}
    >
      {children}
    </button>
  );
}
