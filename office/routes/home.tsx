import { PageHead } from '../components/page-head.tsx';
import { useShell } from '../shell/shell.tsx';

export default function Home() {
  const { name } = useShell();
  return <PageHead title={`שלום, ${name}`} />;
}
