import { FileUp } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { columnName } from '#domain/catalogue/import-columns.ts';
import { isolate } from '#domain/text/format.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/form/field.tsx';
import { usePageLeft } from '#ui/hooks/use-page-left.ts';
import { useToast } from '#ui/toasts.tsx';
import { FileChoice } from '../../components/fields/file-choice.tsx';
import { Panel } from '../../components/panel.tsx';
import { sendParts } from '../../send-parts.ts';

/** A file of any size goes up in pieces; one that is lost on the way is sent again. */
export function UploadPanel({ suppliers }: { suppliers: string[] }) {
  const navigate = useNavigate();
  const left = usePageLeft();
  const toast = useToast();
  const [percent, setPercent] = useState<number | null>(null);
  const [error, setError] = useState('');
  const [file, setFile] = useState<File | null>(null);

  async function upload(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!file) return setError('בחרו קובץ');
    const supplier = String(new FormData(event.currentTarget).get('supplier') ?? '');
    setError('');
    setPercent(0);
    try {
      const { uuid } = await sendParts('/import/calls', file, {
        id: 'import',
        fields: { supplier },
        progress: setPercent,
      });
      const open = () => navigate(`/import/${uuid}`);
      // Who works elsewhere by now goes there when they want.
      if (left.current)
        toast({
          kind: 'success',
          title: `הקובץ ${isolate(file.name)} עלה`,
          action: { label: 'לייבוא', onPress: open },
        });
      else await open();
    } catch (failure) {
      const { message } = failure as Error;
      if (left.current) toast({ kind: 'danger', title: message, text: isolate(file.name) });
      setError(message);
      setPercent(null);
    }
  }

  return (
    <Panel title="ייבוא של קובץ">
      <form onSubmit={upload} className="grid gap-4">
        <p className="text-ink-2">
          מחירון של ספק, ספירת מלאי או כל טבלה של הקטלוג: <bdi>XLSX</bdi> או <bdi>CSV</bdi> בכל קידוד, כפי שהקובץ הגיע.
          ספירה כותבים בקובץ שמורידים ב
          <Link to="/stock" className="text-action-ink underline">
            דף המלאי
          </Link>
          : יש בו העמודה ״{columnName('stock_exported')}״, ובלעדיה המלאי לא ייכתב. תיקיית ייבוא שלמה מעלים כקובץ{' '}
          <bdi>ZIP</bdi>. קודם תראו מה ישתנה; שום דבר לא נכתב לפני אישור.
        </p>
        <div className="grid gap-4 sm:grid-cols-2">
          <div className="grid content-start gap-1.5">
            <span className="text-sm font-medium text-ink-2">הקובץ</span>
            <FileChoice
              label="קובץ לייבוא"
              accept=".xlsx,.csv,.txt,.tsv,.zip,.xls,.xlsm"
              onFiles={([chosen]) => {
                setFile(chosen);
                setError('');
              }}
            >
              {(choose) => (
                <Button variant="secondary" className="justify-start" onClick={choose}>
                  <FileUp aria-hidden className="size-5" />
                  {file ? <bdi className="truncate">{file.name}</bdi> : 'בחירת קובץ'}
                </Button>
              )}
            </FileChoice>
          </div>
          <TextField
            label="ספק"
            name="supplier"
            maxLength={80}
            list="suppliers"
            autoComplete="off"
            hint="התאמת העמודות תיזכר לקובץ הבא של אותו ספק"
          />
          <datalist id="suppliers">
            {suppliers.map((name) => (
              <option key={name} value={name} />
            ))}
          </datalist>
        </div>
        {error && (
          <p role="alert" className="rounded-sm bg-danger-wash p-3 text-danger">
            {error}
          </p>
        )}
        <div className="flex flex-wrap items-center gap-4">
          <Button type="submit" size="sm" busy={percent !== null}>
            העלאה ובדיקה
          </Button>
          {percent !== null && <progress max={100} value={percent} aria-label="העלאת הקובץ" className="w-60" />}
        </div>
      </form>
    </Panel>
  );
}
