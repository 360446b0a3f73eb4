import { Alert, Text, VisuallyHidden } from '@mantine/core'
import type { Product } from '@purveyor/client'
import { useRef, useState } from 'react'
import { useSignedIn } from '../../../session/session-context.tsx'
import { productTexts } from '../../../texts/product.ts'
import { t } from '../../../texts/texts.ts'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { type ShownImage, withoutImage, withPrimary } from '../../../ui/products/image-order.ts'
import { moved } from '../../../ui/reorder.ts'
import { AltDialog } from './alt-dialog.tsx'
import { ImageTile } from './image-tile.tsx'
import classes from './images.module.css'
import { useImages } from './use-images.ts'

/** The stored images in their order, which is changed by drag and by buttons. */
export function StoredImages({ product }: { product: Product }) {
  const { canWrite } = useSignedIn()
  const { images, set, isOutdated, error } = useImages(product)
  const [dragged, setDragged] = useState<number>()
  const [editing, setEditing] = useState<ShownImage>()
  const [announcement, setAnnouncement] = useState('')
  const list = useRef<HTMLUListElement>(null)
  const texts = productTexts.images
  const live = new Set(product.images.map(({ id }) => id))

  function move(from: number, to: number) {
    if (from === to || to < 0 || to >= images.length) return
    set(moved(images, from, to))
    setAnnouncement(t.order.moved(texts.image(from + 1), to + 1, images.length))
  }
  return (
    <>
      <VisuallyHidden aria-live="polite">{announcement}</VisuallyHidden>
      {isOutdated && (
        <Alert color="amber" role="alert" mb="sm">
          {texts.outdated}
        </Alert>
      )}
      {error && !isOutdated && <ErrorAlert error={error} />}
      {images.length === 0 && <Text c="dimmed">{texts.empty}</Text>}
      <ul className={classes.tiles} ref={list} tabIndex={-1} aria-label={texts.list}>
        {images.map((image, index) => (
          <ImageTile
            key={image.id}
            productId={product.id}
            image={image}
            index={index}
            count={images.length}
            isNew={!live.has(image.id)}
            canWrite={canWrite}
            isDragged={dragged === index}
            onDragStart={() => setDragged(index)}
            onDragEnd={() => setDragged(undefined)}
            onDrop={() => dragged !== undefined && move(dragged, index)}
            onMove={(to) => move(index, to)}
            onPrimary={() => set(withPrimary(images, image.id))}
            onEdit={() => setEditing(image)}
            onRemove={() => {
              set(withoutImage(images, image.id))
              list.current?.focus()
            }}
          />
        ))}
      </ul>
      <AltDialog
        image={editing}
        variants={product.variants}
        onClose={() => setEditing(undefined)}
        onSave={(changed) => set(images.map((one) => (one.id === changed.id ? changed : one)))}
      />
    </>
  )
}
