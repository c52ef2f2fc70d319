import { Link } from 'react-router';
import { kindNames } from '#domain/catalogue/kind-names.ts';
import { formatNumber } from '#domain/text/format.ts';
import { copyProduct } from '#server/office/products/create-product.ts';
import { editFaq, editMeta, editRelations, editSafety, editSpecs } from '#server/office/products/edit-lists.ts';
import { describeProduct, editProduct } from '#server/office/products/edit-product.ts';
import { editCosts, editVariants } from '#server/office/products/edit-variants.ts';
import { editVideos } from '#server/office/products/films.ts';
import {
  addPictures,
  editPicture,
  orderPictures,
  removePictures,
  replacePicture,
} from '#server/office/products/pictures.ts';
import { placeProduct, removeProduct } from '#server/office/products/place-product.ts';
import { priceInStores, priceProduct } from '#server/office/products/price-product.ts';
import { readProduct } from '#server/office/products/read-product.ts';
import { ButtonLink } from '#ui/button.tsx';
import { TextField } from '#ui/form/field.tsx';
import { ActionDialog } from '../../components/dialogs/action-dialog.tsx';
import { PageHead, ShopLink } from '../../components/page-head.tsx';
import { Badge, Panel } from '../../components/panel.tsx';
import { Moment } from '../../components/shown-values.tsx';
import { act, load } from '../../load.ts';
import { fitmentPath, vehiclesText } from '../parts/tabs.tsx';
import type { Route } from './+types/product.ts';
import { PageSections } from './page-sections.tsx';
import { DescriptionPanel, DetailsPanel, VideosPanel } from './panels/details-panel.tsx';
import { listPanels } from './panels/list-panels.tsx';
import { PlacesPanel, PricePanel } from './panels/price-and-places-panels.tsx';
import { RelationsPanel } from './panels/relations-panel.tsx';
import { CostsPanel, VariantsPanel } from './panels/variants-panel.tsx';
import { PicturesPanel } from './pictures/pictures-panel.tsx';

export const loader = load((ctx, { params }: Route.LoaderArgs) => readProduct(ctx, { product: params.product }));

export const action = act(
  {
    edit: editProduct,
    describe: describeProduct,
    editVideos,
    price: priceProduct,
    priceStores: priceInStores,
    place: placeProduct,
    variants: editVariants,
    costs: editCosts,
    specs: editSpecs,
    safety: editSafety,
    faq: editFaq,
    relations: editRelations,
    meta: editMeta,
    addPictures,
    editPicture,
    orderPictures,
    replacePicture,
    removePictures,
    copy: copyProduct,
    remove: removeProduct,
  },
  { says: { copy: 'המוצר הועתק, ומוסתר בינתיים', editPicture: 'התמונה נשמרה' } },
);

export type ProductData = Route.ComponentProps['loaderData'];

export default function Product({ loaderData: data }: Route.ComponentProps) {
  const { product, places, pictures } = data;
  const publishedStoreCount = places.rows.filter(({ published }) => published).length;
  return (
    <>
      <PageHead
        title={product.name}
        back={{ to: '/products', label: 'מוצרים' }}
        badges={
          <>
            <Badge>{kindNames[product.kind]}</Badge>
            {publishedStoreCount === 0 && <Badge tone="wait">מוסתר</Badge>}
            {pictures.tiles.length === 0 && <Badge tone="wait">בלי תמונה</Badge>}
          </>
        }
        actions={<Actions data={data} />}
      />
      <PageSections
        key={product.uuid}
        label="חלקי הדף"
        sections={[
          { id: 'details', label: 'פרטים', content: <DetailsPanel data={data} /> },
          {
            id: 'price',
            label: 'מחיר וחנויות',
            content: (
              <div className="grid items-start gap-4 lg:grid-cols-2">
                <PricePanel data={data} />
                <PlacesPanel data={data} />
              </div>
            ),
          },
          { id: 'variants', label: 'גרסאות', content: <VariantsPanel data={data} /> },
          { id: 'pictures', label: 'תמונות', content: <PicturesPanel data={data} /> },
          ...(data.may.edit ? [{ id: 'films', label: 'סרטונים', content: <VideosPanel data={data} /> }] : []),
          { id: 'description', label: 'תיאור', content: <DescriptionPanel data={data} /> },
          { id: 'related', label: 'מוצרים קשורים', content: <RelationsPanel data={data} /> },
          ...listPanels(data),
          {
            id: 'history',
            label: data.costs ? 'עלויות ושינויים' : 'שינויים',
            content: (
              <div className="grid items-start gap-4 lg:grid-cols-2">
                {data.costs && <CostsPanel data={data} costs={data.costs} />}
                <History data={data} />
              </div>
            ),
          },
        ]}
      />
    </>
  );
}

function Actions({ data: { product, places, stores, may } }: { data: ProductData }) {
  const publishingStores = stores.filter(({ uuid }) => places.rows.some((row) => row.store === uuid && row.published));
  return (
    <>
      {publishingStores.slice(0, 2).map(({ uuid, name, url }) => (
        <ShopLink key={uuid} to={url}>
          בחנות {name}
        </ShopLink>
      ))}
      <ButtonLink to={`/products/${product.uuid}/configurator`} variant="secondary" size="sm">
        התאמה אישית
      </ButtonLink>
      <Fitment product={product} />
      {may.edit && may.price && (
        <ActionDialog label="העתקה" title={`העתקה של ${product.name}`} call="copy" submit="העתקה" stays>
          {(reply) => (
            <>
              <TextField label="שם" name="name" required maxLength={200} />
              <TextField label="כתובת" name="slug" required dir="ltr" hint="כמו raam-barak-500" />
              <TextField label="סיומת למק״טים" name="suffix" required dir="ltr" defaultValue="-2" />
              <p className="text-sm text-ink-2">העותק מוסתר ובלי מלאי. ההתאמה האישית וההתאמה לדגמים אינן מועתקות.</p>
              {reply?.ok && (
                <Link
                  to={`/products/${(reply.result as { product: string }).product}`}
                  className="text-action-ink underline"
                >
                  למוצר החדש
                </Link>
              )}
            </>
          )}
        </ActionDialog>
      )}
      {may.edit && (
        <ActionDialog
          label="מחיקה"
          title={`מחיקה של ${product.name}`}
          call="remove"
          submit="מחיקה"
          danger
          draftable
          variant="quiet"
        >
          <p>המוצר יימחק מכל החנויות, עם הגרסאות והתמונות שלו. אפשר לבטל את המחיקה ביומן השינויים.</p>
        </ActionDialog>
      )}
    </>
  );
}

/** The way to the fitment desk, with what it says of the product. */
function Fitment({ product: { kind, slug, fits, fitting } }: { product: ProductData['product'] }) {
  if (kind === 'SERVICE') return null;
  const [to, label] =
    kind === 'VEHICLE'
      ? [fitmentPath({ vehicle: slug }), `חלקים לדגם (${formatNumber(fitting)})`]
      : [fitmentPath({ part: slug }), `מתאים ${vehiclesText(fits)}`];
  return (
    <ButtonLink to={to} variant="secondary" size="sm">
      {label}
    </ButtonLink>
  );
}

function History({ data: { history } }: { data: ProductData }) {
  return (
    <Panel title="שינויים אחרונים">
      {history.length === 0 && <p className="text-ink-3">עוד לא נרשמו שינויים.</p>}
      <ol className="grid gap-2">
        {history.map(({ uuid, at, by, action, of }) => (
          <li key={uuid} className="grid">
            <Link to={`/changes/${uuid}`} className="text-action-ink underline">
              <bdi>{action}</bdi>
            </Link>
            <span className="text-sm text-ink-3">
              {of} · <bdi>{by}</bdi> · <Moment at={at} />
            </span>
          </li>
        ))}
      </ol>
    </Panel>
  );
}
