// Runs in the page before anything else: what is pressed, typed, chosen or sent where React has not brought the page to life yet is
// kept and done once it has.
{
  const FIELD = 'select, textarea, input:not([type=radio], [type=checkbox], [type=file])';
  /** A form works without scripts, too: it waits no longer than this for them. */
  const PATIENCE = 4_000;
  const alive = (element) => Object.keys(element).some((key) => key.startsWith('__reactProps'));
  const native = (control) => control.popoverTargetElement || control.commandForElement;
  /** What waits, in the order in which it was touched, and how it is done. */
  const waiting = new Map();
  /**
   * React may bring it to life for this very event, and has then done it: so one asks behind React. An event that waits for a part
   * is stopped by React, and asked about a moment later.
   */
  const afterReact = (type, element, act) => {
    let asked = false;
    const ask = () => {
      removeEventListener(type, ask);
      if (!asked && !alive(element)) waiting.set(element, act);
      asked = true;
    };
    addEventListener(type, ask);
    setTimeout(ask);
  };

  addEventListener(
    'click',
    ({ target, isTrusted }) => {
      const control = isTrusted && target.closest?.('button[type=button], input[type=radio], input[type=checkbox]');
      if (!control || alive(control) || native(control)) return;
      const { checked } = control;
      const press = () => {
        // React has to see a change: what already stands as wanted goes back for a moment.
        if (control.type !== 'button') control.checked = !checked;
        control.click();
      };
      afterReact('click', control, press);
    },
    true,
  );

  addEventListener(
    'input',
    ({ target: field }) => {
      if (!field.matches?.(FIELD) || alive(field)) return;
      const tell = () => {
        const { value } = field;
        // React compares with what it last set itself, so it is set to something else on the element, and back beneath it.
        if (field.tagName !== 'SELECT') {
          field.value = value ? '' : '0';
          Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value').set.call(field, value);
          field.dispatchEvent(new Event('input', { bubbles: true }));
        }
        field.dispatchEvent(new Event('change', { bubbles: true }));
      };
      if (field.tagName !== 'SELECT') waiting.set(field, tell);
      else afterReact('input', field, tell);
    },
    true,
  );

  addEventListener(
    'submit',
    (event) => {
      const { target: form, submitter } = event;
      if (alive(form) || form.getAttribute('method') === 'dialog') return;
      event.preventDefault();
      // React may bring it to life for this very event, and would send it a second time.
      event.stopImmediatePropagation();
      if (waiting.has(form)) return;
      waiting.set(form, () => form.requestSubmit(submitter));
      setTimeout(() => {
        if (!waiting.delete(form)) return;
        if (submitter?.name) {
          const { name, value } = submitter;
          form.append(Object.assign(document.createElement('input'), { type: 'hidden', name, value }));
        }
        HTMLFormElement.prototype.submit.call(form);
      }, PATIENCE);
    },
    true,
  );

  // Told by `Alive` (ui/lazy-part.tsx) of each part.
  addEventListener('part-alive', async () => {
    for (const [element, act] of waiting) {
      if (!alive(element) || !waiting.delete(element)) continue;
      act();
      // What React makes of it has to stand before the next one is done.
      await new Promise((done) => setTimeout(done));
    }
  });
}
