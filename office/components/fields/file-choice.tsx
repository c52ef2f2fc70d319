import { type ReactNode, useRef } from 'react';

type Props = {
  /** Of the field, which only programs see: people press the button. */
  label: string;
  accept: string;
  multiple?: boolean;
  name?: string;
  /** At least one file; `form` has them in the field `name`. */
  onFiles: (files: [File, ...File[]], form: HTMLFormElement | null) => void;
  /** The button, which opens the choice. */
  children: (choose: () => void) => ReactNode;
};

/**
 * Files are chosen by a button of the page's own; the field forgets them, so that the same file can be chosen again.
 */
export function FileChoice({ label, accept, multiple, name, onFiles, children }: Props) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        name={name}
        multiple={multiple}
        accept={accept}
        className="sr-only"
        tabIndex={-1}
        aria-label={label}
        onChange={({ currentTarget }) => {
          const [first, ...others] = currentTarget.files ?? [];
          if (first) onFiles([first, ...others], currentTarget.form);
          currentTarget.value = '';
        }}
      />
      {children(() => input.current?.click())}
    </>
  );
}
