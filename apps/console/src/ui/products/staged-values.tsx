import { Stack, Text } from '@mantine/core'
import type { ModeratedField, PendingRevision, Product } from '@purveyor/client'
import { moderatedFields } from '@purveyor/client/fields'
import { lazy, type ReactNode, Suspense } from 'react'
import { productTexts } from '../../texts/product.ts'
import { fieldName } from '../field-name.ts'
import { ImageFile } from '../image-file.tsx'
import { imagesOf, type ShownImage } from './image-order.ts'
import { StagedAttributes } from './staged-attributes.tsx'
import classes from './staged-values.module.css'

const Rendered = lazy(async () => ({ default: (await import('../html/rendered.tsx')).Rendered }))

/** The values that wait for approval, each beside the one that customers see. */
export function StagedValues({ product, revision }: { product: Product; revision: PendingRevision }) {
  const texts = productTexts.staged
  const fields = moderatedFields.filter((field) => field in revision)
  return (
    <Stack mt="md">
      {fields.map((field) => (
        <div key={field}>
          <Text fw={600} fz="sm" mb={4}>
            {fieldName(field)}
          </Text>
          <div className={classes.sides}>
            <Side title={texts.live}>
              <Value product={product} field={field} />
            </Side>
            <Side title={texts.waits}>
              <Value product={product} field={field} revision={revision} />
            </Side>
          </div>
        </div>
      ))}
    </Stack>
  )
}

function Side({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={classes.side}>
      <p className={classes.sideTitle}>{title}</p>
      {children}
    </div>
  )
}

type ValueProps = { product: Product; field: ModeratedField; revision?: PendingRevision }

function Value({ product, field, revision }: ValueProps) {
  const texts = productTexts.staged
  if (field === 'images') {
    const images = revision ? imagesOf(product) : imagesOf({ ...product, pendingRevision: null })
    return images.length > 0 ? <Thumbnails product={product} images={images} /> : <Nothing />
  }
  if (field === 'attributes') return <StagedAttributes product={product} isStaged={revision !== undefined} />
  const text = revision ? revision[field] : product[field]
  if (!text) return <Nothing />
  if (field !== 'description') return <Text style={{ whiteSpace: 'pre-line' }}>{text}</Text>
  return (
    <Suspense fallback={null}>
      <Rendered html={text} label={revision ? texts.renderedWaits : texts.renderedLive} />
    </Suspense>
  )
}

function Nothing() {
  return (
    <Text c="dimmed" fs="italic">
      {productTexts.staged.nothing}
    </Text>
  )
}

/** The images of a product, in a row. */
export function Thumbnails({ product, images }: { product: Product; images: readonly ShownImage[] }) {
  return (
    <ul className={classes.images}>
      {images.map((image) => (
        <li key={image.id} className={classes.image}>
          <ImageFile productId={product.id} image={image} />
        </li>
      ))}
    </ul>
  )
}
