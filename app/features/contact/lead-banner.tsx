export const LEAD_BANNER_ID = 'lead-banner';

export function LeadBanner({ title, text }: { title: string; text: string; button: string }) {
  return (
    <section id={LEAD_BANNER_ID} className="on-dark bg-dark-2 py-14 text-on-dark">
      <div className="page">
        <h2 className="text-2xl">{title}</h2>
        <p>{text}</p>
      </div>
    </section>
  );
}
