const networks = [
  {
    key: 'facebook_url',
    name: 'פייסבוק',
    path: 'M14 8h2.5V5H14c-2.2 0-3.5 1.5-3.5 3.7V11H8v3h2.5v7h3v-7h2.6l.5-3h-3.1V9c0-.6.2-1 .5-1z',
  },
  {
    key: 'instegram_url',
    name: 'אינסטגרם',
    path: 'M8 3h8a5 5 0 0 1 5 5v8a5 5 0 0 1-5 5H8a5 5 0 0 1-5-5V8a5 5 0 0 1 5-5zm0 2a3 3 0 0 0-3 3v8a3 3 0 0 0 3 3h8a3 3 0 0 0 3-3V8a3 3 0 0 0-3-3zm4 2.7a4.3 4.3 0 1 1 0 8.6 4.3 4.3 0 0 1 0-8.6zm0 2a2.3 2.3 0 1 0 0 4.6 2.3 2.3 0 0 0 0-4.6zM16.7 6.2a1.1 1.1 0 1 1 0 2.2 1.1 1.1 0 0 1 0-2.2z',
  },
  {
    key: 'youtube_url',
    name: 'יוטיוב',
    path: 'M6.5 5h11A4.5 4.5 0 0 1 22 9.5v5a4.5 4.5 0 0 1-4.5 4.5h-11A4.5 4.5 0 0 1 2 14.5v-5A4.5 4.5 0 0 1 6.5 5zM10 8.8v6.4l5.6-3.2z',
  },
];

export function SocialLinks({ values }: { values: Record<string, string> }) {
  const linkedNetworks = networks.filter((network) => values[network.key]);
  if (linkedNetworks.length === 0) return null;
  return (
    <ul className="-ms-2.5 flex gap-1">
      {linkedNetworks.map((network) => (
        <li key={network.key}>
          <a
            href={values[network.key]}
            target="_blank"
            rel="noopener noreferrer"
            className="grid size-11 place-items-center rounded-full hover:bg-white/10"
          >
            <svg viewBox="0 0 24 24" className="size-6 fill-current" fillRule="evenodd" aria-hidden="true">
              <path d={network.path} />
            </svg>
            <span className="sr-only">{network.name} (נפתח בלשונית חדשה)</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
