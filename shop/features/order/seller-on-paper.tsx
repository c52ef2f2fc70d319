import { useStore } from '~/store.ts';

export type Seller = { name: string; number: string; address: string; phone: string; email: string };

/** Head of a printed order, where no logo and no footer say who sells. */
export function SellerOnPaper({ seller }: { seller: Seller | null }) {
  const { store } = useStore();
  return (
    <div className="hidden justify-items-center gap-0.5 text-sm print:grid">
      <p className="text-2xl font-bold">{store.name}</p>
      {seller && (
        <>
          <p>
            <bdi>{seller.name}</bdi>, ח״פ <bdi dir="ltr">{seller.number}</bdi>
          </p>
          <p>
            <bdi>{seller.address}</bdi>
          </p>
          <p className="flex flex-wrap gap-x-4">
            <bdi dir="ltr">{seller.phone}</bdi>
            <bdi dir="ltr">{seller.email}</bdi>
          </p>
        </>
      )}
    </div>
  );
}
