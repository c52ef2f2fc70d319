import Image from '@tiptap/extension-image';
import { TableKit } from '@tiptap/extension-table';
import { type Editor, EditorContent, Mark, mergeAttributes, Node, useEditor, useEditorState } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import {
  Bold,
  Heading2,
  Heading3,
  ImagePlus,
  Italic,
  Link2,
  List,
  ListOrdered,
  type LucideIcon,
  Quote,
  Redo2,
  Table2,
  Undo2,
} from 'lucide-react';
import { useContext, useEffect, useId, useRef, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { TextField } from '#ui/form/field.tsx';
import { FileChoice } from '../fields/file-choice.tsx';
import { StoreOfForm } from './store-of-form.ts';
import { uploadPicture } from './upload-picture.ts';

/** Latin words and numbers keep their own direction. */
const Bdi = Mark.create({
  name: 'bdi',
  parseHTML: () => [{ tag: 'bdi' }],
  renderHTML: ({ HTMLAttributes }) => ['bdi', mergeAttributes(HTMLAttributes), 0],
  addAttributes: () => ({ dir: { default: null } }),
});
const Figure = Node.create({
  name: 'figure',
  group: 'block',
  content: '(block | figcaption)+',
  parseHTML: () => [{ tag: 'figure' }],
  renderHTML: () => ['figure', 0],
});
const Figcaption = Node.create({
  name: 'figcaption',
  content: 'inline*',
  parseHTML: () => [{ tag: 'figcaption' }],
  renderHTML: () => ['figcaption', 0],
});

/** What the shop's rich text may have (`server/content/rich-text.ts`): nothing else can be written. */
const extensions = [
  StarterKit.configure({
    heading: { levels: [2, 3] },
    link: { openOnClick: false, autolink: false, HTMLAttributes: { rel: null, target: null } },
    code: false,
    codeBlock: false,
    horizontalRule: false,
    strike: false,
    underline: false,
    trailingNode: false,
  }),
  Image.configure({ inline: false }),
  TableKit.configure({ table: { resizable: false } }),
  Bdi,
  Figure,
  Figcaption,
];

type Props = { label: string; error?: string; value: string; onChange: (html: string) => void };

/** Rich text of a page, as the shop shows it. */
export default function HtmlField({ label, error, value, onChange }: Props) {
  const id = useId();
  /** The editor's HTML, or the value it began with: it writes some of it in another way. */
  const editorHtml = useRef(value);
  const editor = useEditor({
    extensions,
    content: value,
    immediatelyRender: false,
    // The office's styles style it.
    injectCSS: false,
    editorProps: {
      attributes: {
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-labelledby': id,
        class: 'rich-text min-h-72 p-4 outline-none',
      },
    },
    onUpdate: ({ editor: changed }) => {
      editorHtml.current = changed.isEmpty ? '' : changed.getHTML();
      onChange(editorHtml.current);
    },
  });
  useEffect(() => {
    if (!editor || value === editorHtml.current) return;
    editorHtml.current = value;
    editor.commands.setContent(value, { emitUpdate: false });
  }, [editor, value]);
  return (
    <div className="grid gap-1.5">
      <p id={id} className="text-sm font-medium text-ink-2">
        {label}
      </p>
      <div
        className={`rounded-md border bg-ground focus-within:outline-2 focus-within:outline-action-ink ${error ? 'border-danger' : 'border-line-strong'}`}
      >
        {editor && <Toolbar editor={editor} />}
        <EditorContent editor={editor} />
      </div>
      {error && <p className="text-sm text-danger">{error}</p>}
    </div>
  );
}

type Tool = { label: string; icon: LucideIcon; is?: string; level?: 2 | 3; run: (editor: Editor) => void };

const tools: Tool[] = [
  {
    label: 'כותרת',
    icon: Heading2,
    is: 'heading',
    level: 2,
    run: (e) => e.chain().focus().toggleHeading({ level: 2 }).run(),
  },
  {
    label: 'כותרת משנה',
    icon: Heading3,
    is: 'heading',
    level: 3,
    run: (e) => e.chain().focus().toggleHeading({ level: 3 }).run(),
  },
  { label: 'מודגש', icon: Bold, is: 'bold', run: (e) => e.chain().focus().toggleBold().run() },
  { label: 'נטוי', icon: Italic, is: 'italic', run: (e) => e.chain().focus().toggleItalic().run() },
  { label: 'רשימה', icon: List, is: 'bulletList', run: (e) => e.chain().focus().toggleBulletList().run() },
  {
    label: 'רשימה ממוספרת',
    icon: ListOrdered,
    is: 'orderedList',
    run: (e) => e.chain().focus().toggleOrderedList().run(),
  },
  { label: 'ציטוט', icon: Quote, is: 'blockquote', run: (e) => e.chain().focus().toggleBlockquote().run() },
  {
    label: 'טבלה',
    icon: Table2,
    is: 'table',
    run: (e) =>
      e.isActive('table')
        ? e.chain().focus().addRowAfter().run()
        : e.chain().focus().insertTable({ rows: 3, cols: 2, withHeaderRow: true }).run(),
  },
];

const toolLook =
  'grid size-11 place-items-center rounded-sm text-ink-2 hover:bg-ground-3 aria-pressed:bg-action-wash aria-pressed:text-action-ink disabled:opacity-40';

function Toolbar({ editor }: { editor: Editor }) {
  const active = useEditorState({
    editor,
    selector: ({ editor: current }) => ({
      pressed: tools.map(({ is, level }) => (is ? current.isActive(is, level && { level }) : false)),
      link: current.isActive('link'),
      undo: current.can().undo(),
      redo: current.can().redo(),
    }),
  });
  return (
    <div
      role="toolbar"
      aria-label="עיצוב הטקסט"
      className="flex flex-wrap gap-0.5 border-b border-line bg-ground-2 p-1"
    >
      {tools.map(({ label, icon: Icon, run }, index) => (
        <button
          key={label}
          type="button"
          aria-label={label}
          title={label}
          aria-pressed={active.pressed[index]}
          className={toolLook}
          onClick={() => run(editor)}
        >
          <Icon aria-hidden className="size-4.5" />
        </button>
      ))}
      <LinkTool editor={editor} isActive={active.link} />
      <PictureTool editor={editor} />
      <button
        type="button"
        aria-label="ביטול הפעולה האחרונה"
        title="ביטול הפעולה האחרונה"
        disabled={!active.undo}
        className={`${toolLook} ms-auto`}
        onClick={() => editor.chain().focus().undo().run()}
      >
        <Undo2 aria-hidden className="size-4.5 -scale-x-100" />
      </button>
      <button
        type="button"
        aria-label="ביצוע מחדש"
        title="ביצוע מחדש"
        disabled={!active.redo}
        className={toolLook}
        onClick={() => editor.chain().focus().redo().run()}
      >
        <Redo2 aria-hidden className="size-4.5 -scale-x-100" />
      </button>
    </div>
  );
}

function LinkTool({ editor, isActive }: { editor: Editor; isActive: boolean }) {
  const [open, setOpen] = useState(false);
  const [href, setHref] = useState('');
  const apply = () => {
    const chain = editor.chain().focus().extendMarkRange('link');
    if (href.trim()) chain.setLink({ href: href.trim() }).run();
    else chain.unsetLink().run();
    setOpen(false);
  };
  return (
    <>
      <button
        type="button"
        aria-label="קישור"
        title="קישור"
        aria-pressed={isActive}
        className={toolLook}
        onClick={() => {
          setHref(String(editor.getAttributes('link').href ?? ''));
          setOpen(true);
        }}
      >
        <Link2 aria-hidden className="size-4.5" />
      </button>
      <Dialog open={open} onClose={() => setOpen(false)} title="קישור">
        <div className="grid gap-4 p-5">
          <TextField
            label="כתובת"
            hint="באתר: ‎/page/about. מחוץ לו: ‎https://… ריק מסיר את הקישור"
            dir="ltr"
            value={href}
            onChange={(event) => setHref(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              event.preventDefault();
              apply();
            }}
          />
          <Button size="sm" className="w-fit" onClick={apply}>
            אישור
          </Button>
        </div>
      </Dialog>
    </>
  );
}

function PictureTool({ editor }: { editor: Editor }) {
  const store = useContext(StoreOfForm);
  const [waiting, setWaiting] = useState<{ url: string } | null>(null);
  const [alt, setAlt] = useState('');
  const [refused, setRefused] = useState('');
  const send = async (file: File) => {
    const sent = await uploadPicture(store, file);
    if ('url' in sent) {
      setAlt('');
      setRefused('');
      setWaiting(sent);
    } else setRefused(sent.message);
  };
  const insert = () => {
    if (waiting) editor.chain().focus().setImage({ src: waiting.url, alt: alt.trim() }).run();
    setWaiting(null);
  };
  return (
    <>
      <FileChoice
        label="קובץ תמונה לטקסט"
        accept="image/avif,image/webp,image/jpeg,image/png"
        onFiles={([file]) => void send(file)}
      >
        {(choose) => (
          <button type="button" aria-label="תמונה" title="תמונה" className={toolLook} onClick={choose}>
            <ImagePlus aria-hidden className="size-4.5" />
          </button>
        )}
      </FileChoice>
      {refused && (
        <p role="alert" className="self-center px-2 text-sm text-danger">
          {refused}
        </p>
      )}
      <Dialog open={waiting !== null} onClose={() => setWaiting(null)} title="תמונה בטקסט">
        <div className="grid gap-4 p-5">
          {waiting && <img src={waiting.url} alt="" className="max-h-48 justify-self-start rounded-sm" />}
          <TextField
            label="מה רואים בתמונה"
            hint="למי שאינם רואים אותה. תמונה לקישוט בלבד נשארת בלי תיאור"
            value={alt}
            onChange={(event) => setAlt(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              event.preventDefault();
              insert();
            }}
          />
          <Button size="sm" className="w-fit" onClick={insert}>
            הוספה לטקסט
          </Button>
        </div>
      </Dialog>
    </>
  );
}
