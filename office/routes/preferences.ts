import { redirect } from 'react-router';
import { preferenceCookie, storeIn, themes } from '../preferences.ts';
import type { Route } from './+types/preferences.ts';

export const loader = () => redirect('/');

/** Remembers the theme or the store that the person chose, and goes back: to the same list, of the chosen store. */
export async function action({ request }: Route.ActionArgs) {
  const form = await request.formData();
  const back = new URL(String(form.get('back') ?? '/'), 'https://office.invalid');
  const headers = new Headers();
  const theme = themes.find((name) => name === form.get('theme'));
  if (theme) headers.append('set-cookie', preferenceCookie('theme', theme));
  if (form.has('store')) {
    const store = storeIn(String(form.get('store')));
    headers.append('set-cookie', preferenceCookie('store', store ?? ''));
    back.searchParams.delete('after');
    if (store) back.searchParams.set('store', store);
    else back.searchParams.delete('store');
  }
  const path = back.origin === 'https://office.invalid' ? back.pathname.replace(/^\/+/, '/') + back.search : '/';
  return redirect(path, { headers });
}
