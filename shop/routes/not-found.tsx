export function loader(): never {
  throw new Response('not found', { status: 404 });
}

export default function NotFound() {
  return null;
}
