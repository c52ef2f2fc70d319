export function loader(): never {
  throw new Response('not found', { status: 404, statusText: 'This page could not be found' });
}

export default function NotFound() {
  return null;
}
