import fs from 'node:fs';
import { expect, test } from 'vitest';

const stores = fs.readdirSync('demo/stores');

test.each(stores)(
  'the accessibility statement of %s names a person to turn to, with phone, mail and address',
  (store) => {
    const text = fs.readFileSync(`demo/stores/${store}/pages/accessibility.html`, 'utf8');
    expect(text).toMatch(/(?:רכזת? הנגישות|לפניות בנושא נגישות): [א-ת]+ [א-ת]+[,<\s]/);
    expect(text).toMatch(/href="tel:0\d+"/);
    expect(text).toMatch(/href="mailto:[a-z]+@[a-z.]+"/);
    expect(text).toMatch(/שדרות|רחוב|דרך/);
  },
);
