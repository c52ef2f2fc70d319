// The hosted page works without this; here are grouping, the brand, early errors and the busy button.
const BRANDS = [
  [/^4/, 'Visa'],
  [/^(5[1-5]|2[2-7])/, 'Mastercard'],
  [/^3[47]/, 'American Express'],
  [/^3[068]/, 'Diners'],
];
const digits = (text) => text.replace(/\D/g, '');

function passesLuhn(number) {
  const sum = [...number].reverse().reduce((total, digit, i) => {
    const value = Number(digit) * (i % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return number.length >= 12 && sum % 10 === 0;
}

function isExpiry(text) {
  const parts = /^(0[1-9]|1[0-2])\/(\d{2})$/.exec(text);
  return parts !== null && new Date(2000 + Number(parts[2]), Number(parts[1]), 1) > new Date();
}

const CHECKS = {
  number: (text) => passesLuhn(digits(text)),
  expiry: isExpiry,
  cvv: (text) => /^\d{3,4}$/.test(text),
  holder: (text) => text.trim().length > 1,
  identity: (text) => text === '' || /^\d{5,9}$/.test(text),
  code: (text) => /^\d{4}$/.test(text),
};

function validate(input) {
  const check = CHECKS[input.name];
  const valid = !check || check(input.value);
  const error = document.getElementById(`${input.name}-error`);
  if (valid) input.removeAttribute('aria-invalid');
  else input.setAttribute('aria-invalid', 'true');
  if (error) error.textContent = valid ? '' : input.dataset.error;
  return valid;
}

/** Writes the text with its separators and keeps the caret behind the digit that it stood behind. */
function rewrite(input, text) {
  const before = digits(input.value.slice(0, input.selectionStart ?? 0)).length;
  input.value = text;
  let caret = 0;
  for (let seen = 0; caret < text.length && seen < before; caret++) if (/\d/.test(text[caret])) seen++;
  if (document.activeElement === input) input.setSelectionRange(caret, caret);
}

const number = document.querySelector('#number');
const expiry = document.querySelector('#expiry');

function showNumber() {
  const typed = digits(number.value).slice(0, 19);
  rewrite(number, typed.replace(/(.{4})(?=.)/g, '$1 '));
  document.querySelector('.brand').textContent = BRANDS.find(([prefix]) => prefix.test(typed))?.[1] ?? '';
}

if (number && expiry) {
  number.addEventListener('input', showNumber);
  expiry.addEventListener('input', (event) => {
    let typed = digits(expiry.value);
    if (/^[2-9]/.test(typed)) typed = `0${typed}`;
    if (typed.length === 6) typed = typed.slice(0, 2) + typed.slice(4);
    typed = typed.slice(0, 4);
    const slash = typed.length > 2 || (typed.length === 2 && event.inputType !== 'deleteContentBackward');
    const text = slash ? `${typed.slice(0, 2)}/${typed.slice(2)}` : typed;
    expiry.value = text;
  });
  showNumber();
}

for (const input of document.querySelectorAll('input')) {
  input.addEventListener('blur', () => input.value && validate(input));
  input.addEventListener('input', () => input.getAttribute('aria-invalid') && validate(input));
}

for (const button of document.querySelectorAll('[data-card]')) {
  button.addEventListener('click', () => {
    number.value = button.dataset.card;
    showNumber();
    validate(number);
    number.scrollIntoView({ block: 'center' });
    expiry.focus();
  });
}

for (const form of document.querySelectorAll('form')) {
  let sent = false;
  form.addEventListener('submit', (event) => {
    const wrong = [...form.querySelectorAll('input')].filter((input) => !validate(input));
    if (sent || wrong.length > 0) event.preventDefault();
    wrong[0]?.focus();
    if (sent || wrong.length > 0) return;
    sent = true;
    const pay = form.querySelector('[data-busy]');
    if (pay) {
      pay.setAttribute('aria-disabled', 'true');
      pay.textContent = pay.dataset.busy;
    }
  });
}
