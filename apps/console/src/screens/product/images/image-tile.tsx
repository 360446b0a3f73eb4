import { Badge } from '@mantine/core'
import { IconPencil, IconStar, IconTrash } from '@tabler/icons-react'
import { type DragEvent, useState } from 'react'
import { productTexts } from '../../../texts/product.ts'
import { ImageFile } from '../../../ui/image-file.tsx'
import type { ShownImage } from '../../../ui/products/image-order.ts'
import classes from './images.module.css'
import { TileActions } from './tile-actions.tsx'
import { TileNumber } from './tile-number.tsx'

type Props = {
  productId: string
  image: ShownImage
  index: number
  count: number
  /** True if the image was never live. */
  isNew: boolean
  canWrite: boolean
  isDragged: boolean
  onDragStart: () => void
  onDragEnd: () => void
  onDrop: () => void
  onMove: (to: number) => void
  onPrimary: () => void
  onEdit: () => void
  onRemove: () => void
}

/** An image with its alternative text and what can be done with it. */
export function ImageTile(props: Props) {
  const { productId, image, index, canWrite, isDragged, onDragStart, onDragEnd, onDrop } = props
  const [isTarget, setTarget] = useState(false)
  const texts = productTexts.images
  function drop(event: DragEvent) {
    setTarget(false)
    if (event.dataTransfer.files.length > 0) return
    event.preventDefault()
    onDrop()
  }
  return (
    <li
      className={classes.tile}
      draggable={canWrite}
      data-dragged={isDragged || undefined}
      data-target={isTarget || undefined}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move'
        event.dataTransfer.setData('text/plain', image.id)
        onDragStart()
      }}
      onDragEnd={onDragEnd}
      onDragOver={(event) => {
        if (event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        setTarget(true)
      }}
      onDragLeave={() => setTarget(false)}
      onDrop={drop}
    >
      <div className={classes.frame}>
        <ImageFile productId={productId} image={image} hasCaption />
        <TileNumber index={index} isPrimary={image.isPrimary} />
      </div>
      {props.isNew && image.url === null && (
        <div>
          <Badge color="blue">{texts.waiting}</Badge>
        </div>
      )}
      <span className={classes.alt} data-missing={!image.alt || undefined}>
        {image.alt || texts.noAlt}
      </span>
      {canWrite && <Actions {...props} />}
    </li>
  )
}

function Actions({ image, index, count, onMove, onPrimary, onEdit, onRemove }: Props) {
  const texts = productTexts.images
  const name = texts.image(index + 1)
  const primary = { name: 'primary', label: texts.makePrimary(name), icon: IconStar, run: onPrimary }
  return (
    <TileActions
      {...{ name, index, count, onMove }}
      others={[
        ...(image.isPrimary ? [] : [primary]),
        { name: 'edit', label: texts.edit(name), icon: IconPencil, run: onEdit },
        { name: 'remove', label: texts.remove(name), icon: IconTrash, run: onRemove }
      ]}
    />
  )
}
