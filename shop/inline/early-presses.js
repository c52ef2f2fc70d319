// Runs in the page before anything else: what is pressed, typed, chosen or sent where React has not brought the page to life yet is
// kept and done once it has.
{
  const FIELD = 'select, textarea, input:not([type=radio], [type=checkbox], [type=file])';
  /** A form works without scripts, too: it waits no longer than this for them. */
  const PATIENCE = 4_000;
  /** Of a press that nothing came of yet the shopper is told by words, too. */
  const LATE = 1_500;
  const PROBE = 'dragend';
  const native = (control) => control.popoverTargetElement || control.commandForElement;
  /** What waits, in the order in which it was touched, and how it is done. */
  const waiting = new Map();

  /**
   * Whether React hears what happens to the element; asked by an event that nothing else waits for. React stops it on its way
   * where a part is not there yet, though that may bear React's marks already, and brings to life what it can for it.
   */
  const isHeard = (element) => {
    let heard = false;
    const hear = () => {
      heard = Object.keys(element).some((key) => key.startsWith('__reactProps'));
    };
    element.addEventListener(PROBE, hear);
    element.dispatchEvent(new Event(PROBE, { bubbles: true }));
    element.removeEventListener(PROBE, hear);
    return heard;
  };

  /** What is touched again moves to the end. A button counts once: nobody had seen that the first press was taken. */
  const keep = (element, act) => {
    waiting.delete(element);
    waiting.set(element, act);
  };

  const tell = (over) => dispatchEvent(new CustomEvent('page-notice', { detail: { kind: 'late', over } }));

  /** A button shows that its press was taken (base.css). */
  const mark = (button) => {
    if (!button || button.dataset.early) return;
    button.dataset.early = 'pressed';
    button.ariaBusy = 'true';
    setTimeout(() => button.dataset.early && tell(false), LATE);
  };

  const unmark = (button) => {
    if (!button?.dataset.early) return;
    delete button.dataset.early;
    button.ariaBusy = null;
    if (!document.querySelector('[data-early]')) tell(true);
  };

  /** Letters typed since a press that opens a dialog, whose code may be on its way: they go into its field of a search. `null`: none awaited. */
  let typed = null;
  addEventListener(
    'keydown',
    ({ key, ctrlKey, altKey, metaKey }) => {
      if (typed === null || ctrlKey || altKey || metaKey) return;
      if (key === 'Backspace') typed = typed.slice(0, -1);
      else if (key.length === 1) typed += key;
    },
    true,
  );
  const stopTyping = ({ type, target: field }) => {
    // The button gets the focus back where React draws it anew.
    if (type === 'focusin' && !field.matches?.(FIELD)) return;
    const text = typed?.trimStart();
    typed = null;
    if (!text || !field.matches?.('dialog input[type=search]')) return;
    // Once whatever has given it the focus is through, and has selected what it held.
    queueMicrotask(() => {
      field.setRangeText(text, field.selectionStart, field.selectionEnd, 'end');
      field.dispatchEvent(new Event('input', { bubbles: true }));
    });
  };
  for (const type of ['focusin', 'pointerdown']) addEventListener(type, stopTyping, true);

  /** What was typed into a form comes before the form itself, which reads it. */
  const isBehind = (form) => [...waiting.keys()].some((field) => field.form === form);

  addEventListener(
    'click',
    ({ target, isTrusted }) => {
      const control = isTrusted && target.closest?.('button[type=button], input[type=radio], input[type=checkbox]');
      if (!control || native(control) || isHeard(control)) return;
      const { checked } = control;
      const isButton = control.type === 'button';
      // Ticked and unticked again.
      if (control.type === 'checkbox' && checked === control.defaultChecked) return void waiting.delete(control);
      keep(control, () => {
        // React has to see a change: what already stands as wanted goes back for a moment.
        if (!isButton) control.checked = !checked;
        control.click();
      });
      if (isButton) mark(control);
    },
    true,
  );

  addEventListener(
    'input',
    ({ target: field }) => {
      if (!field.matches?.(FIELD)) return;
      // What React sees by itself counts from here on.
      if (isHeard(field)) return void waiting.delete(field);
      // Coming to life may set it back.
      const { value } = field;
      keep(field, () => {
        if (field.tagName === 'SELECT') field.value = value;
        else {
          // React compares with what it last set itself, so it is set to something else on the element, and back beneath it.
          field.value = value ? '' : '0';
          Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value').set.call(field, value);
          field.dispatchEvent(new Event('input', { bubbles: true }));
        }
        field.dispatchEvent(new Event('change', { bubbles: true }));
      });
    },
    true,
  );

  addEventListener(
    'submit',
    (event) => {
      const { target: form, submitter } = event;
      if (submitter?.matches('[aria-haspopup=dialog]')) typed ??= '';
      if (form.getAttribute('method') === 'dialog' || (isHeard(form) && !isBehind(form))) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      if (waiting.has(form)) return;
      waiting.set(form, () => form.requestSubmit(submitter));
      mark(submitter);
      // It may have come to life for this very event.
      setTimeout(doWaiting);
      setTimeout(() => {
        if (!waiting.delete(form)) return;
        unmark(submitter);
        if (submitter?.name) {
          const { name, value } = submitter;
          form.append(Object.assign(document.createElement('input'), { type: 'hidden', name, value }));
        }
        HTMLFormElement.prototype.submit.call(form);
      }, PATIENCE);
    },
    true,
  );

  const doWaiting = async () => {
    const next = () => [...waiting.keys()].find((element) => !isBehind(element) && isHeard(element));
    for (let element = next(); element; element = next()) {
      const act = waiting.get(element);
      waiting.delete(element);
      unmark(element.tagName === 'FORM' ? element.querySelector('[data-early]') : element);
      act();
      // What React makes of it has to stand before the next one is done.
      await new Promise((done) => setTimeout(done));
    }
  };
  // Told by `Alive` (ui/lazy-part.tsx) of each part, in the midst of React's work.
  addEventListener('part-alive', () => setTimeout(doWaiting));
}
