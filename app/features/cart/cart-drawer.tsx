import { Dialog } from '~/ui/dialog.tsx';
import { useCartDrawer } from './cart.tsx';

export default function CartDrawer() {
  const { open, setOpen } = useCartDrawer();
  return (
    <Dialog open={open} onClose={() => setOpen(false)} title="סל הקניות" from="end" width="w-full sm:w-[489px]">
      <p className="p-5">הסל שלכם ריק</p>
    </Dialog>
  );
}
