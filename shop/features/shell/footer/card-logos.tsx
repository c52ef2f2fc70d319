const cards = ['Visa', 'Mastercard', 'Isracard', 'Amex', 'Diners'];

/** Names of accepted cards on small white plates; drawn as text, so that no trademark art is copied. */
export const CardLogos = () => (
  <ul aria-label="כרטיסי אשראי שמתקבלים" className="flex flex-wrap gap-1.5 sm:gap-2">
    {cards.map((card) => (
      <li
        key={card}
        lang="en"
        dir="ltr"
        className="grid h-8 place-items-center rounded-sm bg-white px-1.5 text-xs font-bold sm:px-2.5 text-black"
      >
        {card}
      </li>
    ))}
  </ul>
);
